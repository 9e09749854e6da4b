# Builds the image of one application:
#   docker build --build-arg APP=services/polls -f infra/docker/service.Dockerfile .
# APP is a folder: gateway, services/<name> or infra/admin. Most of the first stage is the same for all and built once.
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
ENV CI=1 NX_DAEMON=false NX_TUI=false
# Only the manifests, so that packages are installed again only when one of these changes.
COPY package.json package-lock.json ./
COPY gateway/package.json gateway/
COPY web/package.json web/
COPY infra/admin/package.json infra/admin/
COPY libs/contracts/package.json libs/contracts/
COPY libs/platform/package.json libs/platform/
COPY libs/testing/package.json libs/testing/
COPY services/auth/package.json services/auth/
COPY services/community/package.json services/community/
COPY services/insights/package.json services/insights/
COPY services/notifications/package.json services/notifications/
COPY services/polls/package.json services/polls/
COPY services/search/package.json services/search/
COPY services/social/package.json services/social/
RUN npm ci --no-audit --no-fund
COPY nx.json tsconfig.base.json tsconfig.json ./
COPY libs libs
COPY services services
COPY gateway gateway
COPY infra/admin infra/admin
RUN node node_modules/typescript/bin/tsc -b services/auth services/community services/insights services/notifications \
    services/polls services/search services/social gateway infra/admin
COPY infra/docker/trace.mts infra/docker/
COPY infra/licenses infra/licenses
COPY LICENSE ./
ARG APP
RUN node infra/docker/trace.mts "${APP}" /app \
    && printf "await import('./%s/dist/main.js');\n" "${APP}" > /app/main.mjs
COPY infra/docker/health.mjs /app/health.mjs
COPY infra/probe /app/probe

FROM ${NODE_IMAGE} AS run
# Nothing is installed at run time; a package manager would only help an intruder.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn* /opt/yarn*
WORKDIR /app
COPY --from=build /app ./
# The folder of incoming uploads, where a volume may be mounted.
RUN mkdir -p /var/lib/inkling/arriving && chown 1000:1000 /var/lib/inkling/arriving
ENV NODE_ENV=production NODE_OPTIONS=--enable-source-maps HTTP_HOST=0.0.0.0 HTTP_PORT=8080 MIGRATE=false
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=90s --retries=3 CMD ["node", "/app/health.mjs"]
# Node itself is process 1 and receives SIGTERM.
ENTRYPOINT ["node", "/app/main.mjs"]
