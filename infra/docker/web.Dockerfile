# nginx with the built web application: docker build -f infra/docker/web.Dockerfile .
ARG NODE_IMAGE=node:24.21.0-trixie-slim
ARG NGINX_IMAGE=nginx:1.30.6-trixie

FROM ${NODE_IMAGE} AS build
WORKDIR /src
ENV CI=1 NX_DAEMON=false NX_TUI=false
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
COPY libs/contracts libs/contracts
COPY infra/licenses infra/licenses
COPY web web
RUN node node_modules/typescript/bin/tsc -b libs/contracts && npm run build --workspace web

FROM ${NGINX_IMAGE} AS run
COPY infra/nginx/nginx.conf /etc/nginx/nginx.conf
COPY infra/nginx/mime.types /etc/nginx/mime.types
COPY infra/nginx/snippets /etc/nginx/snippets
COPY infra/nginx/start.sh infra/nginx/lay.sh /etc/nginx/
COPY --from=build /src/web/dist /srv/web
COPY LICENSE /srv/LICENSE
# The folder into which lay.sh copies pages and configuration for a running nginx, where a volume may be mounted.
RUN mkdir /site && chown 101:101 /site
USER 101:101
EXPOSE 8080
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s \
    CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/health/nginx"]
ENTRYPOINT ["sh", "/etc/nginx/start.sh"]
