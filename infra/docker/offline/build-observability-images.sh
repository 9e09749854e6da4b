#!/bin/sh
# Builds stand-ins for the images of the profile `observability`, after build-base-images.sh and for the same hosts:
# Prometheus and Alertmanager from their Go modules, the exporters from Debian. Grafana, Jaeger and the NATS exporter
# have no stand-in, so name the services to start:
#
#   sh infra/docker/offline/build-observability-images.sh          needs root, docker, go; some minutes the first time
#   npm run compose -- --profile observability up -d \
#     prometheus alertmanager probe nginx-exporter postgres-exporter node-exporter
set -eu

here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
. "$here/../images.env"
base=inkling-offline-base
programs=${OFFLINE_PROGRAMS:-$here/../../../.data/tools/observability}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DOCKER_BUILDKIT=0
docker image inspect "$base" >/dev/null 2>&1 ||
  { echo "There is no $base: run build-base-images.sh first." >&2; exit 1; }

# image NAME: builds the Dockerfile on standard input, with $work/context, under that name.
image() {
  echo "$1 ..." >&2
  cat >"$work/Dockerfile"
  docker build -q -t "${1%@*}" -f "$work/Dockerfile" "$work/context" >/dev/null
}

mkdir "$work/context"
node "$here/../../observability/programs.mjs" "$programs" prometheus alertmanager amtool
cp "$programs/prometheus-$OFFLINE_PROMETHEUS" "$work/context/prometheus"
image "$PROMETHEUS_IMAGE" <<EOF
FROM $base
COPY prometheus /bin/prometheus
RUN mkdir /prometheus && chown 65534:65534 /prometheus
USER 65534:65534
ENTRYPOINT ["/bin/prometheus"]
EOF
rm -rf "$work/context"/*

cp "$programs/alertmanager-$OFFLINE_ALERTMANAGER" "$work/context/alertmanager"
cp "$programs/amtool-$OFFLINE_ALERTMANAGER" "$work/context/amtool"
image "$ALERTMANAGER_IMAGE" <<EOF
FROM $base
COPY alertmanager amtool /bin/
RUN mkdir /alertmanager && chown 65534:65534 /alertmanager
USER 65534:65534
ENTRYPOINT ["/bin/alertmanager"]
EOF
rm -rf "$work/context"/*

# exporter IMAGE PACKAGE: builds the image from Debian's package, which has one program.
exporter() {
  image "$1" <<EOF
FROM $base
RUN apt-get update -qq && apt-get install -y -qq $2 && rm -rf /var/lib/apt/lists/*
USER 65534:65534
ENTRYPOINT ["/usr/bin/$2"]
EOF
}
exporter "$NODE_EXPORTER_IMAGE" prometheus-node-exporter
exporter "$POSTGRES_EXPORTER_IMAGE" prometheus-postgres-exporter
exporter "$NGINX_EXPORTER_IMAGE" prometheus-nginx-exporter
