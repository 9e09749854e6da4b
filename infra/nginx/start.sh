#!/bin/sh
# Writes what depends on the place, checks the configuration and becomes nginx.
#   start.sh          becomes nginx
#   start.sh reload   has the nginx that runs here take over the files and settings; without closing a port or a connection
#   start.sh check    says whether nginx would start
#   GATEWAY           host:port of the gateway (gateway:8080); a name with several addresses is balanced over, and so are
#                     several of them, separated by commas
#   RESOLVER          address of the name server; default: the container's own
#   RESOLVE_IPV6      on: the gateway's name may have addresses of IPv6 (off)
#   PUBLIC_ORIGIN     https://...: HSTS, and requests of the page are upgraded
#   FIREBASE_WEB_CONFIG  as for the gateway: pages may then load what sign-in with Google needs
#   LISTEN            port (8080), or address:port
#   STATUS_LISTEN     port, or address:port, for figures about connections (none)
set -eu

mode=${1:-start}
place=${NGINX_PLACE:-/tmp/nginx}
mkdir -p "$place/before"
fail() { echo "nginx: bad configuration. $*" >&2; exit 1; }
matches() { printf '%s\n' "$1" | grep -Eqx "$2"; }

listen=${LISTEN:-8080}
if matches "$listen" '[0-9]{1,5}'; then
  lines="listen $listen reuseport;"
  # A system without IPv6 has no address to listen on.
  [ ! -e /proc/net/if_inet6 ] || lines="$lines listen [::]:$listen reuseport;"
elif matches "$listen" '[0-9A-Fa-f.:]+:[0-9]{1,5}|\[[0-9A-Fa-f:.]+\]:[0-9]{1,5}'; then
  lines="listen $listen reuseport;"
else
  fail "LISTEN: must be a port, or address:port"
fi

version=$(nginx -v 2>&1 | sed -n 's|.*nginx/\([0-9.]*\).*|\1|p')
# Names are looked up again and again from 1.27.3 on.
resolves=$(printf '%s' "$version" | awk -F. '{ print ($1 * 1000000 + $2 * 1000 + $3 >= 1027003) ? "yes" : "" }')

servers= names=
for gateway in $(printf '%s' "${GATEWAY:-gateway:8080}" | tr ',' ' '); do
  if matches "$gateway" '[0-9]+(\.[0-9]+){3}:[0-9]{1,5}|\[[0-9A-Fa-f:.]+\]:[0-9]{1,5}'; then
    servers="$servers server $gateway max_fails=1 fail_timeout=5s;"
  elif matches "$gateway" '[A-Za-z0-9_.-]+:[0-9]{1,5}'; then
    names=yes
    servers="$servers server $gateway ${resolves:+resolve }max_fails=1 fail_timeout=5s;"
  else
    fail "GATEWAY: must be host:port"
  fi
done
[ -n "$servers" ] || fail "GATEWAY: must be host:port"

resolver=
if [ -n "$names" ] && [ -n "$resolves" ]; then
  address=${RESOLVER:-$(awk '$1 == "nameserver" { print ($2 ~ /:/ ? "[" $2 "]" : $2); exit }' /etc/resolv.conf)}
  matches "$address" '[0-9]+(\.[0-9]+){3}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?' || fail "RESOLVER: must be an address"
  resolver="resolver $address valid=2s ipv6=${RESOLVE_IPV6:-off}; resolver_timeout 2s;"
elif [ -n "$names" ]; then
  echo "nginx: version $version looks up the gateway's addresses only now; from 1.27.3 on it follows them." >&2
fi

# A reload ends workers whose clients may just be asking on a kept connection: it waits for so long, from 1.27.4 on.
patience=
printf '%s' "$version" | awk -F. '{ exit !($1 * 1000000 + $2 * 1000 + $3 >= 1027004) }' && patience='keepalive_min_timeout 5s;'

hsts= upgrade=
case ${PUBLIC_ORIGIN:-http://localhost:8080} in
  https://*) hsts='max-age=31536000; includeSubDomains' upgrade=';upgrade-insecure-requests' ;;
  http://*) ;;
  *) fail "PUBLIC_ORIGIN: must be an origin such as https://polls.example.org" ;;
esac

# As gateway/src/pages/content-policy.ts; a test compares.
scripts= asked= frames= opener=same-origin
if [ -n "${FIREBASE_WEB_CONFIG:-}" ]; then
  config=$(printf '%s' "$FIREBASE_WEB_CONFIG" | tr '\n' ' ')
  domain=$(printf '%s' "$config" | sed -n 's/.*"authDomain"[[:space:]]*:[[:space:]]*"\([A-Za-z0-9.-]*\)".*/\1/p')
  [ -n "$domain" ] || fail "FIREBASE_WEB_CONFIG: must be JSON with an authDomain"
  scripts=' https://apis.google.com'
  asked=' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
  # An empty key is none.
  if printf '%s' "$config" | grep -Eq '"vapidKey"[[:space:]]*:[[:space:]]*"[^"]'; then
    asked="$asked https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com"
  fi
  frames=";frame-src https://$domain"
  opener=same-origin-allow-popups
fi
policy="default-src 'self';script-src 'self'$scripts;style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;media-src 'self' blob:;connect-src 'self'$asked$frames;object-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'self'$upgrade"

[ "$mode" != reload ] || cp "$place"/*.conf "$place/before/"
printf '%s\n' "$lines" >"$place/listen.conf"
status=${STATUS_LISTEN:-}
if [ -z "$status" ]; then
  : >"$place/status.conf"
elif matches "$status" '([0-9A-Fa-f.:]+:|\[[0-9A-Fa-f:.]+\]:)?[0-9]{1,5}'; then
  echo "server { listen $status; access_log off; location = /status { stub_status; } location / { return 404; } }" >"$place/status.conf"
else
  fail "STATUS_LISTEN: must be a port, or address:port"
fi
cat >"$place/place.conf" <<CONF
$resolver
$patience
upstream gateway {
  zone gateway 256k;
  random two least_conn;
  $servers
  keepalive 128;
  # Shorter than the time that a gateway goes on after it was told to stop: it never closes a connection that is being used.
  keepalive_timeout 2s;
}
map \$uri \$content_policy { default "$policy"; }
map \$uri \$hsts { default "$hsts"; }
map \$uri \$opener_policy { default $opener; }
CONF

set -- -e stderr -c "${NGINX_CONF:-/etc/nginx/nginx.conf}"
case $mode in
  check) nginx "$@" -t -q ;;
  reload)
    if ! nginx "$@" -t -q; then
      cp "$place"/before/*.conf "$place/"
      fail 'Nothing was reloaded.'
    fi
    nginx "$@" -s reload
    ;;
  *)
    nginx "$@" -t -q
    exec nginx "$@" -g 'daemon off;'
    ;;
esac
