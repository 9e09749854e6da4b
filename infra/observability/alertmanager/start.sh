#!/bin/sh
# Writes Alertmanager's configuration, which expands no variables itself, and becomes Alertmanager.
#   ALERT_MAIL_TO        who gets mails; several with commas between them
#   ALERT_MAIL_FROM      from whom; default: MAIL_FROM, or the first of those
#   ALERT_SMTP_URL       smtp://user:password@host:port, smtps:// for TLS from the start; default: SMTP_URL. A mail server
#                        that offers no TLS has to be named as such: smtp://host:25?ignoreTLS=true
#   ALERT_WEBHOOK_URL    gets Alertmanager's JSON by POST
#   ALERT_HEARTBEAT_URL  gets a POST every few minutes, as long as all is well
# `start.sh --write FILE` only writes.
set -eu
# The configuration has the mail server's password.
umask 077
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
fail() { echo "alertmanager: bad configuration. $*" >&2; exit 1; }

# quoted TEXT: as a string of YAML.
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/''/g")"; }

# decoded TEXT: without the %XX of URLs.
decoded() {
  printf '%s' "$1" | LC_ALL=C awk '{
    while (match($0, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      high = index("0123456789abcdef", tolower(substr($0, RSTART + 1, 1))) - 1
      low = index("0123456789abcdef", tolower(substr($0, RSTART + 2, 1))) - 1
      printf "%s%c", substr($0, 1, RSTART - 1), high * 16 + low
      $0 = substr($0, RSTART + 3)
    }
    printf "%s", $0
  }'
}

checked_url() {
  case $2 in
    http://?* | https://?*) ;;
    *) fail "$1: must begin with http:// or https://" ;;
  esac
}

# Sets smarthost, username, password, from and the two switches of TLS.
read_mail() {
  url=${ALERT_SMTP_URL:-${SMTP_URL:-}}
  [ -n "$url" ] || fail "ALERT_MAIL_TO needs ALERT_SMTP_URL, or SMTP_URL"
  case $url in
    smtps://?*) implicit=true default_port=465 ;;
    smtp://?*) implicit=false default_port=587 ;;
    *) fail "ALERT_SMTP_URL: must look like smtp://user:password@mail.example.org:587" ;;
  esac
  rest=${url#*://}
  query=
  case $rest in *\?*) query=${rest#*\?} rest=${rest%%\?*} ;; esac
  rest=${rest%%/*}
  username= password=
  case $rest in
    *@*)
      login=${rest%@*} rest=${rest##*@}
      username=$(decoded "${login%%:*}")
      case $login in *:*) password=$(decoded "${login#*:}") ;; esac
      ;;
  esac
  case $rest in
    *[!A-Za-z0-9.:_-]* | '' | :*) fail "ALERT_SMTP_URL: $rest is no host" ;;
    *:*) smarthost=$rest ;;
    *) smarthost=$rest:$default_port ;;
  esac
  case "&$query&" in *'&ignoreTLS=true&'*) tls=false ;; *) tls=true ;; esac
  from=${ALERT_MAIL_FROM:-${MAIL_FROM:-${ALERT_MAIL_TO%%,*}}}
}

# receiver NAME RESOLVED: mail and webhook, each where it is set.
receiver() {
  echo "  - name: $1"
  if [ -n "${ALERT_MAIL_TO:-}" ]; then
    echo '    email_configs:'
    echo "      - to: $(quoted "$ALERT_MAIL_TO")"
    echo "        send_resolved: $2"
    echo "        headers: { Subject: '{{ template \"inkling.subject\" . }}' }"
    echo "        text: '{{ template \"inkling.text\" . }}'"
    echo "        html: ''"
  fi
  if [ -n "${ALERT_WEBHOOK_URL:-}" ]; then
    echo '    webhook_configs:'
    echo "      - url: $(quoted "$ALERT_WEBHOOK_URL")"
    echo "        send_resolved: $2"
  fi
}

write() {
  echo 'global:'
  echo '  resolve_timeout: 5m'
  if [ -n "${ALERT_MAIL_TO:-}" ]; then
    echo "  smtp_from: $(quoted "$from")"
    echo "  smtp_smarthost: $(quoted "$smarthost")"
    echo "  smtp_require_tls: $tls"
    [ "$implicit" = false ] || echo '  smtp_force_implicit_tls: true'
    [ -z "$username" ] || echo "  smtp_auth_username: $(quoted "$username")"
    [ -z "$password" ] || echo "  smtp_auth_password: $(quoted "$password")"
  fi
  echo "templates: [$(quoted "$here/notice.tmpl")]"
  cat "$here/routes.yml"
  echo 'receivers:'
  echo '  - name: nobody'
  receiver page true
  receiver warn false
  echo '  - name: heartbeat'
  if [ -n "${ALERT_HEARTBEAT_URL:-}" ]; then
    echo '    webhook_configs:'
    echo "      - url: $(quoted "$ALERT_HEARTBEAT_URL")"
    echo '        send_resolved: false'
  fi
}

[ -z "${ALERT_MAIL_TO:-}" ] || read_mail
[ -z "${ALERT_WEBHOOK_URL:-}" ] || checked_url ALERT_WEBHOOK_URL "$ALERT_WEBHOOK_URL"
[ -z "${ALERT_HEARTBEAT_URL:-}" ] || checked_url ALERT_HEARTBEAT_URL "$ALERT_HEARTBEAT_URL"
if [ -z "${ALERT_MAIL_TO:-}${ALERT_WEBHOOK_URL:-}" ]; then
  echo 'alertmanager: neither ALERT_MAIL_TO nor ALERT_WEBHOOK_URL is set, so alerts reach nobody.' >&2
fi

if [ "${1:-}" = --write ]; then
  write >"$2"
  exit 0
fi
write >/tmp/alertmanager.yml
exec alertmanager --config.file=/tmp/alertmanager.yml --storage.path=/alertmanager --cluster.listen-address= "$@"
