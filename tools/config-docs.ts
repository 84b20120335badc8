import { writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { families } from '../packages/server/src/platform/config/families.ts'
import { settingGroups } from '../packages/server/src/platform/config/settings.ts'

export const configDocsPath = fileURLToPath(new URL('../docs/configuration.md', import.meta.url))

/** The page of all settings, from the table that the server itself reads. */
export function configDocs(): string {
  const groups = settingGroups.map(({ title, settings }) =>
    section(title, [
      ['name', 'default', 'meaning'],
      ...settings.map((one) => [
        code(one.name),
        'literal' in one.fallback ? code(one.fallback.literal) : one.fallback.says,
        one.meaning + (one.secret ? ' Secret.' : ''),
      ]),
    ]),
  )
  return [introduction, ...groups, section('Sign-in by others', familyRows())].join('\n')
}

const introduction = `# Configuration

Written by \`npx tsx tools/config-docs.ts\` from the table that the server reads. Do not edit.

Everything is set by environment variables and checked at the start: a value that can't be right, a
name under \`GUILDHALL_\` that nobody reads, or half of a pair stops it, with a line for each fault.
An empty value counts as not given. \`guildhall config\` prints what is in effect, secrets masked.
Lists are separated by commas, switches are \`on\` or \`off\`.
`

function familyRows(): string[][] {
  return [
    ['name', 'meaning'],
    ...families.map((one) => [code(one.name), one.meaning + (one.secret ? ' Secret.' : '')]),
  ]
}

function section(title: string, [head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(head), line(head.map(() => '---')), ...rows.map(line), ''].join(
    '\n',
  )
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeFile(configDocsPath, configDocs())
}
