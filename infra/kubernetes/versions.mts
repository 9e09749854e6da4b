/** What a cluster needs, with least versions. docs/operations/kubernetes.md has the same table; a test compares. */

/** Since this version, `preStop.sleep` of pods is on by default. */
export const LEAST_KUBERNETES = '1.30';

export interface Needed {
  name: string;
  least: string;
  /** One of its kinds, by which the check recognises it. */
  crd: string;
  /** The image that runs; its tag is the version. */
  image: RegExp;
  /** The part of k8s/components that needs it. */
  component: string;
  why: string;
}

export const NEEDED: readonly Needed[] = [
  {
    name: 'CloudNativePG',
    least: '1.27',
    crd: 'clusters.postgresql.cnpg.io',
    image: /\/cloudnative-pg:v?([\d.]+)/,
    component: 'postgres',
    why: 'PostgreSQL 18; says what a plugin has failed at',
  },
  {
    name: 'Barman Cloud plugin',
    least: '0.10',
    crd: 'objectstores.barmancloud.cnpg.io',
    image: /\/plugin-barman-cloud:v?([\d.]+)/,
    component: 'postgres-backup',
    why: 'backups; in the namespace of CloudNativePG, and with cert-manager',
  },
  {
    name: 'cert-manager',
    least: '1.17',
    crd: 'certificates.cert-manager.io',
    image: /\/cert-manager-controller:v?([\d.]+)/,
    component: 'postgres-backup',
    why: 'TLS between CloudNativePG and its plugin; certificates of the Gateway',
  },
  {
    name: 'Gateway API',
    least: '1.2',
    crd: 'httproutes.gateway.networking.k8s.io',
    image: /^$/,
    component: 'gateway-api',
    why: 'the way in; timeouts of an HTTPRoute are in its standard channel since then',
  },
  {
    name: 'NGINX Gateway Fabric',
    least: '2.4',
    crd: 'clientsettingspolicies.gateway.nginx.org',
    image: /\/nginx-gateway-fabric:v?([\d.]+)/,
    component: 'gateway-nginx',
    why: 'a Gateway by nginx, one of many',
  },
  {
    name: 'Prometheus operator',
    least: '0.76',
    crd: 'podmonitors.monitoring.coreos.com',
    image: /\/prometheus-operator:v?([\d.]+)/,
    component: 'monitoring',
    why: 'metrics and alerts',
  },
  {
    name: 'KEDA',
    least: '2.16',
    crd: 'scaledobjects.keda.sh',
    image: /\/keda:v?([\d.]+)/,
    component: 'autoscaling-sockets',
    why: 'gateways by their open sockets',
  },
];
