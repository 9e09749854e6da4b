/** Help text of both commands: how to choose the installation. */
export const SCOPE = `Which installation:
  --compose     that of docker-compose.yml here; --env-file PATH where its variables are not in .env
  DATABASE_URL  an owner's URL: that database, with S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY or MEDIA_DIR, and NATS_URL
                with NATS_USER=admin, NATS_PASSWORD
  otherwise     that of npm start, in DATA_DIR (.data)`;
