/** `node infra/kubernetes/alert-rules.mjs`: writes k8s/components/monitoring/alerts.yaml; a test compares. */
import { underOwnNode } from '../local/own-node.mjs';

await underOwnNode(import.meta.filename, async () => (await import('./alert-rules.mts')).main());
