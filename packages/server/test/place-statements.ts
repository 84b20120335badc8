import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { cloneTemplate, dropClone, withDatabase } from './cluster.ts'
import { recordStatements, takeStatements } from './server-statements.ts'
import { onConnection } from './sql.ts'
import { misplacedStatements } from './statement-placement.ts'

// What the stories of billing make a server ask its database is run by one node of a cluster.

const cluster = inject('testCluster')

if (cluster.nodes.length > 1) {
  const stop = recordStatements()
  // Vitest reads the pattern to find the fixtures that the hook needs, which are none.
  // oxlint-disable-next-line no-empty-pattern
  afterAll(async ({}, suite) => {
    stop()
    const statements = takeStatements()
    if (!suite.file.filepath.includes('/packages/stories/src/billing/')) return
    const name = `guildhall_placement_${process.pid}_${randomBytes(4).toString('hex')}`
    await cloneTemplate(cluster, name)
    const faults = await onConnection(withDatabase(cluster.ownerUrl, name), (client) =>
      misplacedStatements(client, statements),
    )
    await dropClone(cluster, name)
    if (faults.length > 0) throw new Error(faults.join('\n\n'))
  })
}
