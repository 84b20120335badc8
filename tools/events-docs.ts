import { writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listEvents } from '../packages/server/src/app/jobs-by-event.ts'

export const eventsDocsPath = fileURLToPath(new URL('../docs/events-and-jobs.md', import.meta.url))

/** The page of all domain events and what follows from them, generated from the server. */
export function eventsDocs(): string {
  const rows = listEvents().map(
    ({ name, audience, followers, jobs }) =>
      `| \`${name}\` | ${audience} | ${listOf(followers)} | ${listOf(jobs)} |`,
  )
  const head = '| event | audience | in the transaction | jobs |\n| --- | --- | --- | --- |'
  return `${introduction}\n${head}\n${rows.join('\n')}\n`
}

const listOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const introduction = `# Events and jobs

Written by \`npx tsx tools/events-docs.ts\` from \`packages/contract/src/events.ts\` and the manifests of the
domains. Do not edit.

An event is recorded in the transaction that makes it true. Public events are sent to webhook endpoints
([webhooks](webhooks.md)). What follows *in the transaction* happens before the commit or not at all, in the
domain that its name begins with; the jobs run after the commit, at least once.
`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(eventsDocsPath, eventsDocs())
}
