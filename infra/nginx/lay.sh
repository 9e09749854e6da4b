#!/bin/sh
# Copies this image's pages and configuration into a volume that a running nginx reads: `lay.sh FOLDER`. The link
# FOLDER/current changes in one step; `start.sh reload` then makes nginx load the configuration.
#   FOLDER/current -> releases/...   web/ and nginx/ of one version
#   FOLDER/web, FOLDER/nginx         constant names for those of the current version
set -eu

site=$1
from=${LAY_FROM:-/etc/nginx}
pages=${LAY_PAGES:-/srv/web}

mkdir -p "$site/releases"
fresh=$(mktemp -d "$site/releases/XXXXXXXX")
trap 'rm -rf "$fresh"' EXIT
chmod 755 "$fresh"
mkdir "$fresh/nginx"
cp -R "$from/nginx.conf" "$from/mime.types" "$from/snippets" "$from/start.sh" "$fresh/nginx/"
cp -R "$pages" "$fresh/web"
find "$fresh/web/assets" -type f -exec basename {} \; >"$fresh/own-assets"
# The running nginx never sees a configuration that is invalid.
NGINX_CONF="$fresh/nginx/nginx.conf" sh "$fresh/nginx/start.sh" check

# Open pages still load files of their own version, so older files stay for thirty days.
if [ -f "$site/current/own-assets" ]; then
  while read -r name; do touch "$site/current/web/assets/$name"; done <"$site/current/own-assets"
  keep='for file; do [ -e "$0/${file##*/}" ] || ln "$file" "$0/"; done'
  find "$site/current/web/assets" -type f -mtime -30 -exec sh -c "$keep" "$fresh/web/assets" {} +
fi

ln -s "releases/${fresh##*/}" "$fresh.link"
mv -T "$fresh.link" "$site/current"
trap - EXIT
ln -sfn current/web "$site/web"
ln -sfn current/nginx "$site/nginx"
for release in "$site"/releases/*; do
  [ "$release" = "$fresh" ] || rm -rf "$release"
done
echo 'Pages and configuration are in place.'
