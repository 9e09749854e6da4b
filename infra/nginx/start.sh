#!/bin/sh
# Writes the configuration that depends on the installation, checks all of it, and becomes nginx.
#   start.sh          becomes nginx
#   start.sh reload   makes the running nginx load files and settings, without closing a port or a connection
#   start.sh check    reports whether nginx would start
#   GATEWAY           host:port of the gateway (gateway:8080), or several, separated by commas; all addresses of a name
#                     are used in turn
#   RESOLVER          address of the name server; default: the container's own
#   RESOLVE_IPV6      on: the gateway's name may have IPv6 addresses (off)
#   PUBLIC_ORIGIN     https://...: HSTS, and the page's requests are upgraded
#   FIREBASE_WEB_CONFIG  as for the gateway: pages may then load the scripts of sign-in with Google
#   TRUST_PROXY       as for the gateway (1): with 2 or more, a proxy in front of nginx says who the client is,
#   TRUSTED_PROXIES   if its address is one of these (loopback)
#   REQUESTS_PER_CLIENT     requests a second that one client may send to the gateway, after a burst of five times as
#                     many (100); 0 for any number
#   CONNECTIONS_PER_CLIENT  of them at a time, with live sockets (1000); 0 for any number
#   LISTEN            port (8080), or address:port
#   STATUS_LISTEN     port, or address:port, for metrics of connections (none)
set -eu

mode=${1:-start}
place=${NGINX_PLACE:-/tmp/nginx}
mkdir -p "$place/before"
fail() { echo "nginx: bad configuration. $*" >&2; exit 1; }
matches() { printf '%s\n' "$1" | grep -Eqx "$2"; }

listen=${LISTEN:-8080}
if matches "$listen" '[0-9]{1,5}'; then
  lines="listen $listen reuseport;"
  # Only where the system has IPv6.
  [ ! -e /proc/net/if_inet6 ] || lines="$lines listen [::]:$listen reuseport;"
elif matches "$listen" '[0-9A-Fa-f.:]+:[0-9]{1,5}|\[[0-9A-Fa-f:.]+\]:[0-9]{1,5}'; then
  lines="listen $listen reuseport;"
else
  fail "LISTEN: must be a port, or address:port"
fi

version=$(nginx -v 2>&1 | sed -n 's|.*nginx/\([0-9.]*\).*|\1|p')
# Since 1.27.3, nginx looks up names repeatedly.
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
  matches "$address" '[0-9]+(\.[0-9]+){3}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?' ||
    fail "RESOLVER: must be an address"
  resolver="resolver $address valid=2s ipv6=${RESOLVE_IPV6:-off}; resolver_timeout 2s;"
elif [ -n "$names" ]; then
  echo "nginx: version $version looks up the gateway's addresses only now; from 1.27.3 on it follows them." >&2
fi

# A client may send a request on an idle connection just when a reload ends the worker. Since 1.27.4, the worker can
# wait for it.
idle=
printf '%s' "$version" | awk -F. '{ exit !($1 * 1000000 + $2 * 1000 + $3 >= 1027004) }' &&
  idle='keepalive_min_timeout 5s;'

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
  # An empty key counts as missing.
  if printf '%s' "$config" | grep -Eq '"vapidKey"[[:space:]]*:[[:space:]]*"[^"]'; then
    asked="$asked https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com"
  fi
  frames=";frame-src https://$domain"
  opener=same-origin-allow-popups
fi
policy="default-src 'self';script-src 'self'$scripts;style-src 'self' 'unsafe-inline'"
policy="$policy;img-src 'self' data: blob:;media-src 'self' blob:;connect-src 'self'$asked$frames"
policy="$policy;object-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'self'$upgrade"

# As gateway/src/trusted-proxies.ts. nginx is one of the proxies, so the others are one fewer.
clients=
proxies=${TRUST_PROXY:-1}
matches "$proxies" '[0-9]{1,3}' || fail "TRUST_PROXY: must be a number"
if [ "$proxies" -gt 1 ]; then
  for network in $(printf '%s' "${TRUSTED_PROXIES:-loopback}" | tr ',' ' '); do
    case $network in
      none) known= ;;
      loopback) known='127.0.0.0/8 ::1' ;;
      private) known='10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7' ;;
      *) known=$network ;;
    esac
    for one in $known; do
      matches "$one" '([0-9]+(\.[0-9]+){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(/[0-9]{1,3})?' ||
        fail "TRUSTED_PROXIES: must be addresses or networks"
      clients="$clients set_real_ip_from $one;"
    done
  done
  clients="$clients real_ip_header X-Forwarded-For;"
  [ "$proxies" -lt 3 ] || clients="$clients real_ip_recursive on;"
fi
requests=${REQUESTS_PER_CLIENT:-100} connections=${CONNECTIONS_PER_CLIENT:-1000}
matches "$requests" '[0-9]{1,6}' || fail "REQUESTS_PER_CLIENT: must be a number"
matches "$connections" '[0-9]{1,6}' || fail "CONNECTIONS_PER_CLIENT: must be a number"
limits=
if [ "$requests" -gt 0 ]; then
  clients="$clients limit_req_zone \$limited_client zone=requests:10m rate=${requests}r/s;"
  limits="limit_req zone=requests burst=$((requests * 5)) nodelay; limit_req_status 429;"
fi
if [ "$connections" -gt 0 ]; then
  clients="$clients limit_conn_zone \$limited_client zone=connections:10m;"
  limits="$limits limit_conn connections $connections; limit_conn_status 429;"
fi

[ "$mode" != reload ] || cp "$place"/*.conf "$place/before/"
printf '%s\n' "$lines" >"$place/listen.conf"
printf '%s\n' "$limits" >"$place/limits.conf"
status=${STATUS_LISTEN:-}
if [ -z "$status" ]; then
  : >"$place/status.conf"
elif matches "$status" '([0-9A-Fa-f.:]+:|\[[0-9A-Fa-f:.]+\]:)?[0-9]{1,5}'; then
  echo "server { listen $status; access_log off; location = /status { stub_status; } location / { return 404; } }" \
    >"$place/status.conf"
else
  fail "STATUS_LISTEN: must be a port, or address:port"
fi
cat >"$place/place.conf" <<CONF
$resolver
$idle
$clients
upstream gateway {
  zone gateway 256k;
  random two least_conn;
  $servers
  keepalive 128;
  # Shorter than a gateway's shutdown, so that nginx closes idle connections first and none breaks in use.
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
