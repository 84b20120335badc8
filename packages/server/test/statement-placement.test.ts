import { expect, inject, test } from 'vitest'
import { cloneTemplate, dropClone, withDatabase } from './cluster.ts'
import { withLiterals } from './server-statements.ts'
import { onConnection } from './sql.ts'
import { misplacedStatements } from './statement-placement.ts'

const cluster = inject('testCluster')
const organizationId = '01990000-0000-7000-8000-000000000001'

test.runIf(cluster.nodes.length > 1)(
  'finds statements that ask all nodes, and those that no cluster can run',
  async () => {
    const name = `guildhall_placement_${process.pid}`
    await cloneTemplate(cluster, name)
    const statements = [
      'select id from customer where organization_id = $1',
      'select id from customer where id = $1',
      'update usage_adoption set counted_at = clock_timestamp() where organization_id = $1',
    ].map((text) => ({ text, values: [organizationId] }))
    const faults = await onConnection(withDatabase(cluster.ownerUrl, name), (client) =>
      misplacedStatements(client, statements),
    )
    await dropClone(cluster, name)
    expect(faults).toEqual([
      'asks 4 shards:\nselect id from customer where id = $1',
      expect.stringContaining('must not be VOLATILE'),
    ])
  },
)

test('shows values in place of parameters', () => {
  const values = ["it's", null, ['a "b"', null], Buffer.from('ab'), new Date(0), 12]
  expect(withLiterals({ text: 'select $1, $2, $3, $4, $5, $6', values })).toBe(
    `select 'it''s', null,  E'{"a \\\\"b\\\\"",null}',  E'\\\\x6162', ` +
      "'1970-01-01T00:00:00.000Z', '12'",
  )
})
