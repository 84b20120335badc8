import { anchor, type Fate, fateOf } from '../platform/database/distribution.ts'
import { counted, type ExaminedDatabase, type Finding, fine, wrong } from './findings.ts'

/** A table as a Citus cluster has it. */
export interface ClusterTable {
  readonly name: string
  readonly firstKeyColumn: string | null
  readonly fate: Fate
  /** Null unless it is distributed. */
  readonly distributionColumn: string | null
  /** Whether its shards are where those of customers are. */
  readonly isColocated: boolean
  /** Shards that no active node has; of a reference table, the nodes that lack it. */
  readonly missingPlacements: number
}

const remedy = 'stop the servers and run guildhall distribute'

/** Whether what is distributed over a Citus cluster is what should be; nothing without one. */
export async function examineDistribution(database: ExaminedDatabase): Promise<Finding[]> {
  const { rows: extension } = await database.query(
    "select from pg_extension where extname = 'citus'",
  )
  if (extension.length === 0) return []
  const { rows: begun } = await database.query(
    "select from pg_namespace where nspname = 'guildhall_distribution'",
  )
  if (begun.length > 0) return [wrong('only a part of the database is distributed', remedy)]
  const { rows: tables } = await database.query<ClusterTable>(tablesQuery)
  if (!tables.some(({ name, fate }) => name === anchor && fate === 'distributed')) {
    return [fine('this database of a Citus cluster is not distributed')]
  }
  const { rows: shards } = await database.query<LackingShards>(lackingShardsQuery)
  const faults = [...tables.flatMap(placeFaults), ...shards.map(shardFault)]
  return faults.length === 0 ? [fine('every table is where it should be in the cluster')] : faults
}

export function placeFaults(table: ClusterTable): Finding[] {
  const { name, fate, distributionColumn, isColocated, missingPlacements } = table
  const due = fateOf(table)
  if (fate !== due) return [wrong(`the table ${name} is ${fate}, and should be ${due}`, remedy)]
  if (distributionColumn !== null && distributionColumn !== 'organization_id') {
    return [wrong(`the table ${name} is distributed by ${distributionColumn}`)]
  }
  return [
    ...(isColocated
      ? []
      : [wrong(`the shards of the table ${name} are not where those of ${anchor} are`)]),
    ...(missingPlacements === 0 ? [] : [missing(table)]),
  ]
}

const missing = ({ name, fate, missingPlacements }: ClusterTable): Finding =>
  fate === 'reference'
    ? wrong(
        `the table ${name} is missing on ${counted(missingPlacements, 'node')}`,
        "select rebalance_table_shards(shard_transfer_mode => 'block_writes')",
      )
    : wrong(`${counted(missingPlacements, 'shard')} of the table ${name} on no active node`)

interface LackingShards {
  /** Null where the node didn’t answer. */
  readonly tables: string | null
  readonly node: string
  readonly error: string | null
}

const shardFault = ({ node, tables, error }: LackingShards): Finding =>
  tables === null
    ? wrong(`the worker ${node} does not answer: ${error}`)
    : wrong(`on the worker ${node}, shards lack foreign keys or triggers of ${tables}`)

const tablesQuery = `
  select c.relname::text as name,
         (select a.attname::text from pg_index i
            join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
           where i.indrelid = c.oid and i.indisprimary) as "firstKeyColumn",
         case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference'
              else 'local' end as fate,
         case when p.partmethod = 'h' then column_to_column_name(p.logicalrelid, p.partkey) end
           as "distributionColumn",
         p.partmethod is distinct from 'h' or p.colocationid = (
           select colocationid from pg_dist_partition where logicalrelid = to_regclass('${anchor}'))
           as "isColocated",
         case
           when p.partmethod = 'h' then (
             select count(*)::int from pg_dist_shard s
              where s.logicalrelid = p.logicalrelid
                and not exists (select from pg_dist_placement l join pg_dist_node n using (groupid)
                                 where l.shardid = s.shardid and n.isactive))
           when p.repmodel = 't' then (
             select count(*)::int from pg_dist_shard s join pg_dist_node n on n.isactive
              where s.logicalrelid = p.logicalrelid and n.noderole = 'primary'
                and not exists (select from pg_dist_placement l
                                 where l.shardid = s.shardid and l.groupid = n.groupid))
           else 0 end as "missingPlacements"
    from pg_class c
    left join pg_dist_partition p on p.logicalrelid = c.oid
   where c.relnamespace = 'public'::regnamespace
     and c.relkind in ('r', 'p') and not c.relispartition
   order by c.relname`

/** The references and laws of each shard are those of its table. */
const onWorker = `
  select coalesce(string_agg(distinct s.logicalrelid::text, ', '), '')
    from pg_dist_shard s
    join pg_dist_placement using (shardid)
    join pg_dist_local_group using (groupid)
   cross join lateral (select to_regclass(shard_name(s.logicalrelid, s.shardid)) as oid) shard
   where array[(select count(*) from pg_constraint k
                 where k.conrelid = s.logicalrelid and k.contype = 'f'),
               (select count(*) from pg_trigger t
                 where t.tgrelid = s.logicalrelid and not t.tgisinternal and t.tgenabled = 'O')]
      <> array[(select count(*) from pg_constraint k
                 where k.conrelid = shard.oid and k.contype = 'f'),
               (select count(*) from pg_trigger t
                 where t.tgrelid = shard.oid and not t.tgisinternal and t.tgenabled = 'O')]`

const lackingShardsQuery = `
  select format('%s:%s', nodename, nodeport) as node,
         case when success then result end as tables, result as error
    from run_command_on_workers($command$${onWorker}$command$)
   where not success or result <> ''
   order by 1`
