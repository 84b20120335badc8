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

describe('decisions', () => {
  it.each(decisions)('%s has a status and a date, and is in the index', (name) => {
    expect(read(`docs/decisions/${name}`)).toMatch(/^Status: \w+.* · Date: \d{4}-\d\d-\d\d$/m)
    expect(read('docs/decisions/README.md')).toContain(`(${name})`)
  })
})

it.each(['New operation', 'New domain event', 'New benefit kind', 'New setting', 'New domain'])(
  'there is a checklist: %s',
  (title) => expect(read('CONTRIBUTING.md')).toContain(`### ${title}\n\n1. `),
)
