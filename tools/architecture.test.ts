import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { architectureFaults } from './architecture.ts'
import { circles } from './circles.ts'
import { redraw } from './drawing.ts'
import { planted, soundTree } from './planted-faults.ts'
import { readSourceFiles } from './source-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const repository = readSourceFiles(root)

const server = 'packages/server/src'
const orders = `${server}/domains/orders`
const web = 'packages/web/src'

describe('the house', () => {
  it('is built as the floor plan says', () => {
    expect(repository.length).toBeGreaterThan(50)
    expect(architectureFaults(repository)).toEqual([])
  })

  it('is drawn as it stands: npm run generate redraws it', () => {
    const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
    expect(document).toContain('```mermaid')
    expect(redraw(document, repository)).toBe(document)
  })
})

describe('reading the files', () => {
  it('takes what lies in the folder, but nothing that was installed, built or hidden', () => {
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-tree-'))
    const strangers = ['node_modules/a/index.js', 'dist/main.js', '.cache/x.ts', 'packages/a.png']
    try {
      for (const path of [...soundTree.map((file) => file.path), ...strangers]) {
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

describe('a sound tree', () => {
  it('has no faults', () => {
    expect(architectureFaults(soundTree)).toEqual([])
  })

  it('may import as tests like', () => {
    const test = `${server}/kernel/money.test.ts`
    expect(architectureFaults(planted(test, "import { http } from '../app/http.ts'\n"))).toEqual([])
  })

  it('may speak of imports in comments', () => {
    const kernel = `${server}/kernel/money.ts`
    const text = "// import { http } from '../app/http.ts'\n/* from 'pg' */\n"
    expect(architectureFaults(planted(kernel, text))).toEqual([])
  })
})

describe('a planted fault is named', () => {
  it.each([
    [`${server}/kernel/money.ts`, '../platform/work.ts', 'an arrow may not climb'],
    [`${server}/kernel/money.ts`, 'node:fs', 'kernel may not import this package'],
    [`${server}/platform/work.ts`, '../app/http.ts', 'an arrow may not climb'],
    [`${server}/platform/work.ts`, '../domains/orders/index.ts', 'an arrow may not climb'],
    [`${server}/platform/work.ts`, '../../test/clean.ts', 'this is not part of the house'],
    [`${server}/app/http.ts`, '../main.ts', 'an arrow may not climb'],
    [`${server}/app/http.ts`, '../domains/orders/store.ts', 'enter another domain by its door'],
    [`${orders}/store.ts`, '../../app/http.ts', 'an arrow may not climb'],
    [`${orders}/store.ts`, './actions/place.ts', 'store may not import actions'],
    [`${orders}/store.ts`, '../identity/index.ts', 'store may not leave its domain'],
    [`${orders}/messages.ts`, './rules/total.ts', 'messages may not import rules'],
    [`${orders}/jobs.ts`, './routes.ts', 'jobs may not import routes'],
    [`${orders}/actions/place.ts`, '../index.ts', 'nobody at home uses the front door'],
    [`${orders}/actions/place.ts`, '../../identity/store.ts', 'enter another domain by its door'],
    [`${orders}/rules/price.ts`, '../../../platform/work.ts', 'rules stay pure'],
    [`${orders}/rules/price.ts`, '../../identity/index.ts', 'rules may not leave its domain'],
    [`${orders}/rules/price.ts`, 'pg', 'rules may not import this package'],
    [
      `${server}/domains/identity/actions.ts`,
      '../orders/index.ts',
      'identity may not call orders; record an event instead',
    ],
    [
      `${server}/domains/webhooks/jobs.ts`,
      '../orders/index.ts',
      'webhooks may not call orders; record an event instead',
    ],
    [`${web}/lib/format.ts`, '../ui/button.tsx', 'an arrow may not climb'],
    [`${web}/ui/button.tsx`, '../features/orders/panel.tsx', 'an arrow may not climb'],
    [`${web}/features/orders/panel.tsx`, '../../routes/$slug.tsx', 'an arrow may not climb'],
    [
      `${web}/features/orders/panel.tsx`,
      '../catalog/panel.tsx',
      'a feature never imports a feature',
    ],
    [`${web}/lib/format.ts`, '../../../server/src/kernel/assert.ts', 'web may not import server'],
    [
      `${web}/lib/format.ts`,
      '../../../contract/src/catalog.ts',
      'the contract is imported by its name',
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
    ['a bare import', "import '../app/http.ts'\n"],
    ['an import at run time', "const http = await import('../app/http.ts')\n"],
    ['passing on', "export * from '../app/http.ts'\n"],
    ['a type', "import type { Http } from '../app/http.ts'\n"],
    ['an import of many lines', "import {\n  a,\n  b,\n} from '../app/http.ts'\n"],
  ])('in whatever way it is written: %s', (_way, text) => {
    const path = `${server}/platform/work.ts`
    expect(architectureFaults(planted(path, text))[0]).toBe(
      `${path} → ../app/http.ts: an arrow may not climb`,
    )
  })

  it.each([
    [`${server}/cellar/wine.ts`, '"cellar" is no floor of the plan'],
    [`${web}/attic/dust.tsx`, '"attic" is no floor of the plan'],
    [`${server}/domains/weather/rules.ts`, '"weather" is no domain of the plan'],
    [`${orders}/kitchen/soup.ts`, '"kitchen" is none of the rooms'],
    [`${server}/domains/orders.ts`, '"" is none of the rooms'],
  ])('%s stands where nothing may', (path, fault) => {
    expect(architectureFaults(planted(path, ''))).toEqual([`${path}: ${fault}`])
  })

  it('a circle of files', () => {
    const tree = planted(`${server}/kernel/assert.ts`, "import { x } from './money.ts'\n")
    expect(architectureFaults(tree)).toEqual([
      `circle: ${server}/kernel/money.ts → ${server}/kernel/assert.ts → ${server}/kernel/money.ts`,
    ])
  })

  it('a circle of folders, though no files form one', () => {
    const tree = planted(
      `${server}/platform/outbox/dispatcher.ts`,
      "import { work } from '../work.ts'\n",
    )
    expect(architectureFaults(tree)).toEqual([
      'circle: server/platform/outbox → server/platform/work → server/platform/outbox',
    ])
  })
})

describe('circles', () => {
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
    expect(circles(graph(text)).map((circle) => circle.toSorted())).toEqual(
      expect.arrayContaining(expected),
    )
    expect(circles(graph(text))).toHaveLength(expected.length)
  })
})

describe('the drawing', () => {
  const empty = ['floors', 'platform', 'domains']
    .map((name) => `<!-- drawing: ${name} -->\n<!-- end -->\n`)
    .join('text between\n')

  it('shows the arrows that no others imply', () => {
    const drawn = redraw(empty, soundTree)
    expect(drawn).toContain('  server_main --> server_app\n')
    expect(drawn).toContain('  server_app --> server_domains\n')
    expect(drawn).toContain('  web_lib --> contract_contract\n')
    expect(drawn).toContain('  work --> outbox\n')
    expect(drawn).toContain('  orders --> identity\n')
    expect(drawn).not.toContain('server_app --> server_kernel')
    expect(drawn).toContain('text between')
  })

  it('drawn twice is the same, and changes with the tree', () => {
    const drawn = redraw(empty, soundTree)
    expect(redraw(drawn, soundTree)).toBe(drawn)
    const changed = planted(`${orders}/jobs.ts`, "import { x } from '../files/index.ts'\n")
    const tree = [...changed, { path: `${server}/domains/files/index.ts`, text: '' }]
    expect(redraw(drawn, tree)).toContain('  orders --> files\n')
  })

  it('refuses a name it does not know', () => {
    const document = '<!-- drawing: roof -->\n<!-- end -->'
    expect(() => redraw(document, soundTree)).toThrow('there is no drawing "roof"')
  })
})
