import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name !== 'README.md')
const domains = readdirSync(join(root, 'packages/server/src/domains'))
const guides = [
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/glossary.md',
  'docs/security.md',
  'docs/threat-model.md',
  ...decisions.map((name) => `docs/decisions/${name}`),
  ...domains.map((name) => `packages/server/src/domains/${name}/README.md`),
]

/** Paths from the root of the repository that a text names in backticks. */
function missingPaths(text: string): string[] {
  const named = [...text.matchAll(/`((?:packages|docs|tools|e2e|bench)\/[\w./$-]+)`/g)]
  return named.flatMap(([, path = '']) => (existsSync(join(root, path)) ? [] : [path]))
}

describe('a guide names paths that exist', () => {
  it.each(guides)('%s', (path) => expect(missingPaths(read(path))).toEqual([]))

  it('a planted path is found', () => {
    expect(missingPaths('see `tools/docs.test.ts` and `tools/nothing.ts`')).toEqual([
      'tools/nothing.ts',
    ])
  })
})

/** The rows of a table that name no test, or one that is not there. */
function unprovedRows(text: string, folder: string): string[] {
  const rows = text.split('\n').filter((line) => /^\| (?!Wants )/.test(line))
  return rows.filter((row) => {
    const [, proof = ''] = /\| ([^|]*) \|$/.exec(row) ?? []
    const named = [...proof.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => join(folder, path))
    const isThere = (path: string) => path.endsWith('.test.ts') && existsSync(join(root, path))
    return named.length === 0 || !named.every(isThere)
  })
}

describe('every threat names a test that exists', () => {
  const text = read('docs/threat-model.md')

  it('docs/threat-model.md', () => {
    expect(unprovedRows(text, 'docs')).toEqual([])
    expect(text.match(/\.test\.ts\)/g)?.length).toBeGreaterThan(50)
  })

  it.each([
    ['no test', '| To read | A door | A lock | none |'],
    ['a test that is not there', '| To read | A door | A lock | [x](../tools/nothing.test.ts) |'],
    ['a file that is no test', '| To read | A door | A lock | [x](../tools/tidy.ts) |'],
  ])('a planted row with %s is found', (_fault, row) => {
    expect(unprovedRows(`| Wants | Door |\n|---|---|\n${row}`, 'docs')).toEqual([row])
  })
})

describe('decisions', () => {
  it.each(decisions)('%s has the title, status and date that the index gives', (name) => {
    const [, title, status, date] = decision.exec(read(`docs/decisions/${name}`)) ?? []
    const amended = status?.replaceAll(/\[(\d+)\]\([^)]+\).*/g, '$1')
    const row = `| [${title}](${name}) | ${amended} | ${date} | `
    expect(read('docs/decisions/README.md')).toContain(`| ${name.slice(0, 4)} ${row}`)
  })
})

const decision = /^# \d+\. (.+)\n\nStatus: (\w.*?) · Date: (\d{4}-\d\d-\d\d)$/m

it.each(['New operation', 'New domain event', 'New benefit kind', 'New setting', 'New domain'])(
  'there is a checklist: %s',
  (title) => expect(read('CONTRIBUTING.md')).toContain(`### ${title}\n\n1. `),
)
