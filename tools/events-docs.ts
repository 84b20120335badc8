import { writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { listEvents } from '../packages/server/src/app/jobs-by-event.ts'

export const eventsDocsPath = fileURLToPath(new URL('../docs/events-and-jobs.md', import.meta.url))

/** The page of all domain events and the jobs that they trigger, generated from the server. */
export function eventsDocs(): string {
  const rows = listEvents().map(
    ({ name, audience, jobs }) =>
      `| \`${name}\` | ${audience} | ${jobs.map((job) => `\`${job}\``).join(', ')} |`,
  )
  return `${introduction}\n| event | audience | jobs |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}

const introduction = `# Events and jobs

Written by \`npx tsx tools/events-docs.ts\` from \`packages/contract/src/events.ts\` and the manifests of the
domains. Do not edit.

An event is recorded in the transaction that makes it true. Public events are sent to webhook endpoints
([webhooks](webhooks.md)); the jobs run after the commit, at least once.
`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(eventsDocsPath, eventsDocs())
}
