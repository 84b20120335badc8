interface ConfigurationSettings {
  socketFolder: string
  port: number
  /** Listen on 127.0.0.1 too. */
  tcp: boolean
  /** False gives up durability for speed: for tests only. */
  sync: boolean
  /** Further PostgreSQL settings, which override ours. */
  more: Readonly<Record<string, string>>
  /** The operator's own lines of postgresql.conf, which override all. */
  tuning: string
  /** The system users that may connect through the socket. */
  peers: readonly string[]
}

/**
 * The configuration files of the cluster. They are rewritten at every start, so that a later
 * release can change them; the operator's overrides are in a separate file.
 */
export function configurationFiles(settings: ConfigurationSettings): Record<string, string> {
  return {
    'postgresql.conf': postgresqlConf(settings),
    'pg_hba.conf': pgHbaConf(settings),
    'pg_ident.conf': settings.peers.map((peer) => `guildhall ${quote(peer, '"')} all\n`).join(''),
  }
}

function postgresqlConf(settings: ConfigurationSettings): string {
  const values = {
    ...basics,
    ...smallMachine,
    ...(settings.sync ? {} : carelessButQuick),
    unix_socket_directories: settings.socketFolder,
    port: String(settings.port),
    listen_addresses: settings.tcp ? '127.0.0.1' : '',
    ...settings.more,
  }
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${quote(value, "'")}`)
  return [
    '# Written by Guildhall at every start. Your own settings belong in ../postgresql.conf.',
    ...lines,
    settings.tuning,
  ].join('\n')
}

/**
 * The socket is in a folder that only PostgreSQL's user may enter, and PostgreSQL asks the kernel
 * for the user of each client (peer): only the server's user is accepted, and root, who could read
 * the files anyway. So no password has to be stored. TCP can't identify users, so it requires a
 * password.
 */
function pgHbaConf({ tcp }: ConfigurationSettings): string {
  const network = 'host all guildhall_owner,guildhall_app 127.0.0.1/32 scram-sha-256\n'
  return `local all all peer map=guildhall\n${tcp ? network : ''}`
}

const basics = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'iso, mdy',
  lc_messages: 'C',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  default_text_search_config: 'pg_catalog.english',
  unix_socket_permissions: '0700',
  cluster_name: 'guildhall',
  log_line_prefix: '%m [%p] ',
  // A failed statement is reported by its caller; logging it here would store personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

/**
 * Server and database together use little memory when idle; an external server can be tuned freely.
 */
const smallMachine = {
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '512MB',
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  max_logical_replication_workers: '0',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  autovacuum_worker_slots: '3',
  autovacuum_max_workers: '2',
  // Plans made while tables were small must not scan everything added since.
  autovacuum_naptime: '15s',
  // Random access is as fast as sequential access on SSDs and in memory.
  random_page_cost: '1.1',
  io_method: 'sync',
  jit: 'off',
}

const carelessButQuick = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

function quote(value: string, mark: '"' | "'"): string {
  return mark + value.replaceAll(mark, mark + mark) + mark
}
