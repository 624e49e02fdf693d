/** Parts of a variable's name that say it holds a secret, or points at one. Rather one name too many: `TOKENIZERS_PARALLELISM` goes too. */
const SECRET_PARTS =
  /KEY|SECRET|TOKEN|PASS|PWD|CREDENTIAL|COOKIE|JWT|DSN|AUTHORIZATION|AUTH(?!OR)|CONNECTION_?STRING|CONN_STR/;
/** Connection strings of stores, which carry a password; other URLs are harmless. */
const STORE_URL =
  /^(?:.*_)?(?:DATABASE|DB|REDIS|MONGO|MONGODB|AMQP|RABBITMQ|POSTGRES|POSTGRESQL|PG|MYSQL|MARIADB|CLICKHOUSE|ELASTICSEARCH)_UR[LI]$/;
const WHOLE_NAMES = /^(?:(?:.*_)?PAT|PGSERVICEFILE|NETRC|KUBECONFIG)$/;
/** Look like secrets and are none. */
const HARMLESS = new Set(["PWD", "OLDPWD"]);

/** Whether a host variable of this name is never handed to a command, even where the config lists it. Case is free. */
export function isBlockedEnvName(name: string): boolean {
  const upper = name.toUpperCase();
  if (HARMLESS.has(upper)) return false;
  return SECRET_PARTS.test(upper) || STORE_URL.test(upper) || WHOLE_NAMES.test(upper);
}
