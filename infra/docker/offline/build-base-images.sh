#!/bin/sh
# Builds stand-ins for the base images from Debian's packages, the npm registry and Go modules, so that `docker compose
# build` and `up` work on a host without access to a container registry. Never for production: these images are neither
# official nor scanned, and follow Debian's testing suite.
#
#   sh infra/docker/offline/build-base-images.sh          needs root, docker, debootstrap, go, npm; some three minutes
#
# The names come from infra/docker/images.env, like those in the Dockerfiles and in compose.
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
. "$here/../images.env"
suite=${DEBIAN_SUITE:-forky}
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
base=inkling-offline-base
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DOCKER_BUILDKIT=0

say() { printf '%s\n' "$*" >&2; }

if ! docker image inspect "$base" >/dev/null 2>&1; then
  say "debian $suite ..."
  scripts=/usr/share/debootstrap/scripts
  [ -e "$scripts/$suite" ] && script=$scripts/$suite || script=$scripts/sid
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$work/root" "$mirror" "$script" \
    >"$work/debootstrap.log" 2>&1 || { tail -5 "$work/debootstrap.log"; exit 1; }
  # A host behind a proxy that inspects TLS trusts authorities that are not in the packages.
  cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/ca-certificates.crt"
  printf 'Acquire::Check-Valid-Until "false";\nAPT::Install-Recommends "false";\n' \
    >"$work/root/etc/apt/apt.conf.d/90offline"
  tar -C "$work/root" -c . |
    docker import -c 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' - "$base" >/dev/null
fi

# image NAME: builds the Dockerfile on standard input, with $work/context, under that name.
image() {
  say "$1 ..."
  cat >"$work/Dockerfile"
  # A stand-in has the original's name and tag, but another digest.
  docker build -q -t "${1%@*}" -f "$work/Dockerfile" "$work/context" >/dev/null
}

# Go's modules, as static binaries.
go_binary() {
  GOBIN=$work/context CGO_ENABLED=0 GOFLAGS=-mod=mod go install "$1"
}

mkdir "$work/context"

# npm has the same Node as a package.
npm pack --silent --pack-destination "$work" "npm@$OFFLINE_NPM" >/dev/null
npm install --silent --prefix "$work/node" "node@$OFFLINE_NODE" >/dev/null
cp "$work/node/node_modules/node/bin/node" "$work/context/node"
tar -xzf "$work/npm-$OFFLINE_NPM.tgz" -C "$work/context" && mv "$work/context/package" "$work/context/npm"
image "$NODE_IMAGE" <<EOF
FROM $base
RUN apt-get update -qq && apt-get install -y -qq libstdc++6 libatomic1 && rm -rf /var/lib/apt/lists/* \
 && groupadd -g 1000 node && useradd -u 1000 -g node -m node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
 && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx && node --version && npm --version
CMD ["node"]
EOF
rm -rf "$work/context"/*

image "$NGINX_IMAGE" <<EOF
FROM $base
RUN apt-get update -qq && apt-get install -y -qq nginx curl && rm -rf /var/lib/apt/lists/* \
 && (getent passwd 101 || useradd -u 101 -M nginx) && nginx -v
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
EOF

cp "$here/postgres-entrypoint.sh" "$work/context/"
image "$POSTGRES_IMAGE" <<EOF
FROM $base
RUN groupadd -g 999 postgres && useradd -u 999 -g postgres -d /var/lib/postgresql postgres \
 && apt-get update -qq && mkdir -p /etc/postgresql-common \
 && echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf \
 && apt-get install -y -qq postgresql-18 gosu && rm -rf /var/lib/apt/lists/*
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV PGDATA=/var/lib/postgresql/18/docker LANG=C.UTF-8
RUN mkdir -p /var/lib/postgresql /var/run/postgresql && chown -R 999:999 /var/lib/postgresql /var/run/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["sh", "/usr/local/bin/docker-entrypoint.sh"]
CMD ["postgres"]
EOF
rm -rf "$work/context"/*

go_binary "github.com/nats-io/nats-server/v2@$OFFLINE_NATS"
image "$NATS_IMAGE" <<EOF
FROM $base
RUN apt-get update -qq && apt-get install -y -qq wget && rm -rf /var/lib/apt/lists/*
COPY nats-server /usr/local/bin/nats-server
ENTRYPOINT ["nats-server"]
CMD ["-js"]
EOF
rm -rf "$work/context"/*

go_binary "github.com/minio/minio@$OFFLINE_S3"
image "$S3_IMAGE" <<EOF
FROM $base
RUN apt-get update -qq && apt-get install -y -qq curl && rm -rf /var/lib/apt/lists/*
COPY minio /usr/local/bin/minio
ENTRYPOINT ["minio"]
EOF

docker images --format '{{.Repository}}:{{.Tag}}  {{.Size}}' |
  grep -F -e "${NODE_IMAGE%%:*}" -e "${NGINX_IMAGE%%:*}" -e "${POSTGRES_IMAGE%%:*}" -e "${NATS_IMAGE%%:*}" \
    -e "${S3_IMAGE%%:*}"
