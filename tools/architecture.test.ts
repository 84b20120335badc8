import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { architectureFaults } from './architecture.ts'
import { findCycles } from './cycles.ts'
import { updateDiagrams } from './diagrams.ts'
import { planted, soundTree } from './planted-faults.ts'
import { readSourceFiles } from './source-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const repository = readSourceFiles(root)

const server = 'packages/server/src'
const orders = `${server}/domains/orders`
const web = 'packages/web/src'

describe('the repository', () => {
  it('follows the floor plan', () => {
    expect(repository.length).toBeGreaterThan(50)
    expect(architectureFaults(repository)).toEqual([])
  })

  it('has current diagrams in docs/architecture.md (npm run generate updates them)', () => {
    const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    const blocks = document.match(/^```mermaid$/gm) ?? []
    expect(blocks.length).toBeGreaterThan(0)
    // A diagram outside its markers would never be compared.
    expect(document.match(/^<!-- diagram: [\w-]+ -->\n```mermaid$/gm)).toHaveLength(blocks.length)
    expect(updateDiagrams(document, repository)).toBe(document)
  })
})

describe('reading the files', () => {
  it('includes all sources, but nothing that is installed, built or hidden', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-tree-'))
    const ignored = ['node_modules/a/index.js', 'dist/main.js', '.cache/x.ts', 'packages/a.png']
    try {
      for (const path of [...soundTree.map((file) => file.path), ...ignored]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        const found = soundTree.find((file) => file.path === path)
        writeFileSync(join(folder, path), found?.text ?? '')
      }
      const read = readSourceFiles(folder)
      expect(read).toHaveLength(soundTree.length)
      expect(read).toEqual(expect.arrayContaining([...soundTree]))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('a tree without faults', () => {
  it('has no faults', () => {
    expect(architectureFaults(soundTree)).toEqual([])
  })

  it('allows all imports in tests', () => {
    const test = `${server}/kernel/money.test.ts`
    expect(architectureFaults(planted(test, "import { http } from '../app/http.ts'\n"))).toEqual([])
  })

  it('ignores imports in comments', () => {
    const kernel = `${server}/kernel/money.ts`
    const text = "// import { http } from '../app/http.ts'\n/* from 'pg' */\n"
    expect(architectureFaults(planted(kernel, text))).toEqual([])
  })
})

it('every domain may import the views of another, and views nothing of a domain but views', () => {
  const view = `${server}/domains/webhooks/views/lanes.ts`
  const importing = (path: string, specifier: string) =>
    architectureFaults([
      ...planted(path, `import { lanes } from '${specifier}'\n`),
      { path: view, text: 'export const lanes = 1\n' },
    ])
  expect(importing(`${orders}/store.ts`, '../webhooks/views/lanes.ts')).toEqual([])
  expect(importing(`${orders}/views/open.ts`, '../../webhooks/views/lanes.ts')).toEqual([])
  expect(importing(`${orders}/views/open.ts`, '../store.ts')).toEqual([
    `${orders}/views/open.ts → ../store.ts: views may not import store`,
  ])
})

describe('a planted fault is reported', () => {
  it.each([
    [
      `${server}/kernel/money.ts`,
      '../platform/unit-of-work.ts',
      'an import may not go to a higher floor',
    ],
    [`${server}/kernel/money.ts`, 'node:fs', 'kernel may not import this package'],
    [
      `${server}/platform/unit-of-work.ts`,
      '../app/http.ts',
      'an import may not go to a higher floor',
    ],
    [
      `${server}/platform/unit-of-work.ts`,
      '../domains/orders/actions/place.ts',
      'an import may not go to a higher floor',
    ],
    [
      `${server}/platform/unit-of-work.ts`,
      '../../test/clean.ts',
      'this file is outside the floor plan',
    ],
    [`${server}/app/http.ts`, '../main.ts', 'an import may not go to a higher floor'],
    [`${server}/app/http.ts`, '../domains/orders/store.ts', 'x is not listed in a door.ts'],
    [`${orders}/store.ts`, '../../app/http.ts', 'an import may not go to a higher floor'],
    [`${orders}/store.ts`, './actions/place.ts', 'store may not import actions'],
    [`${orders}/store.ts`, '../identity/actions.ts', 'store may not import another domain'],
    [`${orders}/messages.ts`, './rules/total.ts', 'messages may not import rules'],
    [`${orders}/jobs.ts`, './routes.ts', 'jobs may not import routes'],
    [
      `${orders}/actions/place.ts`,
      '../door.ts',
      'a door is a list: import the module that it names',
    ],
    [`${orders}/actions/place.ts`, '../../identity/store.ts', 'x is not listed in a door.ts'],
    [`${orders}/jobs.ts`, '../webhooks/jobs.ts', 'x is not listed in a door.ts'],
    [
      `${orders}/rules/price.ts`,
      '../../../platform/unit-of-work.ts',
      'rules may not import the platform',
    ],
    [
      `${orders}/rules/price.ts`,
      '../../identity/actions.ts',
      'rules may not import another domain',
    ],
    [`${orders}/rules/price.ts`, 'pg', 'rules may not import this package'],
    [
      `${server}/domains/identity/actions.ts`,
      '../orders/actions/place.ts',
      'identity may not call orders; record an event instead',
    ],
    [
      `${server}/domains/webhooks/jobs.ts`,
      '../orders/actions/place.ts',
      'webhooks may not call orders; record an event instead',
    ],
    [`${web}/lib/format.ts`, '#/ui/button.tsx', 'an import may not go to a higher floor'],
    [`${web}/lib/format.ts`, '../ui/button.tsx', 'an import may not go to a higher floor'],
    [
      `${web}/ui/button.tsx`,
      '#/features/orders/panel.tsx',
      'an import may not go to a higher floor',
    ],
    [
      `${web}/features/orders/panel.tsx`,
      '#/routes/$slug.tsx',
      'an import may not go to a higher floor',
    ],
    [
      `${web}/ui/button.tsx`,
      '#/entities/organization/role.ts',
      'an import may not go to a higher floor',
    ],
    [
      `${web}/entities/product/product-cell.tsx`,
      '#/features/orders/panel.tsx',
      'an import may not go to a higher floor',
    ],
    [
      `${web}/entities/product/product-cell.tsx`,
      '#/entities/customer/customer-name.ts',
      'an entity imports no other entity but the organization',
    ],
    [
      `${web}/entities/organization/role.ts`,
      '#/entities/product/product-cell.tsx',
      'an entity imports no other entity but the organization',
    ],
    [
      `${web}/features/orders/panel.tsx`,
      '#/features/catalog/panel.tsx',
      'a feature never imports a feature',
    ],
    [
      `${web}/features/orders/panel.tsx`,
      '../../ui/button.tsx',
      'import from outside the folder with #/',
    ],
    [`${web}/lib/format.ts`, '../../../server/src/kernel/assert.ts', 'web may not import server'],
    [
      `${web}/lib/format.ts`,
      '../../../contract/src/catalog.ts',
      'import the contract by its package name',
    ],
    ['packages/contract/src/catalog.ts', 'zod', 'contract may not import this package'],
    ['packages/contract/src/catalog.ts', 'node:crypto', 'contract may not import this package'],
    [
      'packages/contract/src/catalog.ts',
      '../../server/src/kernel/assert.ts',
      'contract may not import server',
    ],
  ])('%s → %s', (path, specifier, fault) => {
    const found = architectureFaults(planted(path, `import { x } from '${specifier}'\n`))
    expect(found).toContain(`${path} → ${specifier}: ${fault}`)
  })

  it.each([
    ['a side-effect import', "import '../app/http.ts'\n"],
    ['a dynamic import', "const http = await import('../app/http.ts')\n"],
    ['a re-export', "export * from '../app/http.ts'\n"],
    ['a type import', "import type { Http } from '../app/http.ts'\n"],
    ['an import on several lines', "import {\n  a,\n  b,\n} from '../app/http.ts'\n"],
  ])('in every form of import: %s', (_way, text) => {
    const path = `${server}/platform/unit-of-work.ts`
    expect(architectureFaults(planted(path, text))[0]).toBe(
      `${path} → ../app/http.ts: an import may not go to a higher floor`,
    )
  })

  it.each([
    [`${server}/cellar/wine.ts`, '"cellar" is not a floor of the plan'],
    [`${web}/attic/dust.tsx`, '"attic" is not a floor of the plan'],
    [`${server}/domains/weather/rules.ts`, '"weather" is not a domain of the plan'],
    [`${orders}/kitchen/soup.ts`, '"kitchen" is not a room of a domain'],
    [`${server}/domains/orders.ts`, '"" is not a room of a domain'],
  ])('%s is in a place that the plan does not have', (path, fault) => {
    expect(architectureFaults(planted(path, ''))).toEqual([`${path}: ${fault}`])
  })

  it.each([
    ['a whole module', "import * as identity from '../identity/actions.ts'\n", '*'],
    ['a name in another place', "export { user as x } from '../identity/actions.ts'\n", 'user'],
  ])('past a door: %s', (_way, text, name) => {
    expect(architectureFaults(planted(`${orders}/jobs.ts`, text))).toContain(
      `${orders}/jobs.ts → ../identity/actions.ts: ${name} is not listed in a door.ts`,
    )
  })

  it('an entry of a door that nothing uses', () => {
    const text = "export { rename, other } from './actions.ts'\n"
    expect(architectureFaults(planted(`${server}/domains/identity/door.ts`, text))).toEqual([
      `${server}/domains/identity/actions.ts#other: listed in a door.ts, but nothing uses it`,
    ])
  })

  it('a cycle of files', () => {
    const tree = planted(`${server}/kernel/assert.ts`, "import { x } from './money.ts'\n")
    expect(architectureFaults(tree)).toEqual([
      `cycle: ${server}/kernel/money.ts → ${server}/kernel/assert.ts → ${server}/kernel/money.ts`,
    ])
  })

  it('a cycle of folders without a cycle of files', () => {
    const tree = planted(
      `${server}/platform/outbox/dispatcher.ts`,
      "import { work } from '../unit-of-work.ts'\n",
    )
    expect(architectureFaults(tree)).toEqual([
      'cycle: server/platform/outbox → server/platform/unit-of-work → server/platform/outbox',
    ])
  })
})

describe('findCycles', () => {
  const graph = (text: string): Map<string, Set<string>> => {
    const rows = text.split(' ').map((row) => row.split('>'))
    return new Map(rows.map(([node = '', targets = '']) => [node, new Set(targets)]))
  }

  it.each([
    ['a>b b>c c>', []],
    ['a>a', [['a']]],
    ['x>a a>b b>c c>ay y>', [['a', 'b', 'c']]],
    [
      'a>b b>a c>d d>c',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a>b b>ax x>c c>d d>c',
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['a>z', []],
  ])('of %s', (text, expected) => {
    expect(findCycles(graph(text)).map((cycle) => cycle.toSorted())).toEqual(
      expect.arrayContaining(expected),
    )
    expect(findCycles(graph(text))).toHaveLength(expected.length)
  })
})

describe('updateDiagrams', () => {
  const empty = ['floors', 'platform', 'domains']
    .map((name) => `<!-- diagram: ${name} -->\n<!-- end -->\n`)
    .join('text between\n')

  it('shows only arrows that others do not imply', () => {
    const updated = updateDiagrams(empty, soundTree)
    expect(updated).toContain('  server_main --> server_app\n')
    expect(updated).toContain('  server_app --> server_domains\n')
    expect(updated).toContain('  web_lib --> contract_contract\n')
    expect(updated).toContain('  unit-of-work --> outbox\n')
    expect(updated).toContain('  orders --> identity\n')
    expect(updated).not.toContain('server_app --> server_kernel')
    expect(updated).toContain('text between')
  })

  it('changes with the tree only', () => {
    const updated = updateDiagrams(empty, soundTree)
    expect(updateDiagrams(updated, soundTree)).toBe(updated)
    const changed = planted(`${orders}/jobs.ts`, "import { x } from '../files/actions.ts'\n")
    const tree = [...changed, { path: `${server}/domains/files/actions.ts`, text: '' }]
    expect(updateDiagrams(updated, tree)).toContain('  orders --> files\n')
  })

  it('refuses an unknown name', () => {
    const document = '<!-- diagram: roof -->\n<!-- end -->'
    expect(() => updateDiagrams(document, soundTree)).toThrow('there is no diagram "roof"')
  })
})
