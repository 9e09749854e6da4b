/** The documents of k8s/, with the fields that the checks read. */
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';

export type { IContainer, IPodSpec };

export interface Manifest<Spec = unknown> {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  spec: Spec;
  data?: Record<string, string>;
}

export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

export interface PodTemplate {
  selector?: LabelSelector;
  template: { metadata: { labels: Record<string, string> }; spec: IPodSpec };
  volumeClaimTemplates?: { metadata: { name: string } }[];
}

/** One end of a NetworkPolicy's rule. */
export interface Peer {
  podSelector?: LabelSelector;
  namespaceSelector?: { matchLabels: Record<string, string> };
  ipBlock?: { cidr: string };
}

export interface PolicyRule {
  to?: Peer[];
  from?: Peer[];
  ports: { port: string | number }[];
}

/** Kinds whose fields are read, each with its `spec`. */
interface Specs {
  Deployment: PodTemplate;
  StatefulSet: PodTemplate;
  DaemonSet: PodTemplate;
  Job: PodTemplate;
  CronJob: PodTemplate;
  Cluster: unknown;
  Gateway: { gatewayClassName: string; listeners: { name: string; port: number }[] };
  NetworkPolicy: { podSelector: LabelSelector; ingress?: PolicyRule[]; egress?: PolicyRule[] };
  Service: { selector: Record<string, string>; ports?: { targetPort: string | number }[] };
  PodDisruptionBudget: { selector: LabelSelector };
}

/** @returns the documents of these kinds, in their order */
export const ofKind = <Kind extends keyof Specs>(documents: readonly Manifest[], ...kinds: Kind[]) =>
  documents.filter((document): document is Manifest<Specs[Kind]> => kinds.some((kind) => kind === document.kind));
