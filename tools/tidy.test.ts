import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { withoutComments, withoutTexts } from './code.ts'
import { planted, soundTree } from './planted-faults.ts'
import { readSourceFiles } from './source-files.ts'
import { tidyFaults } from './tidy.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const server = 'packages/server/src'
const format = 'packages/web/src/lib/format.ts'
const work = `${server}/platform/work.ts`

// This file is left out: it is full of faults, on purpose.
const repository = readSourceFiles(root).filter(({ path }) => path !== 'tools/tidy.test.ts')

it('the repository is tidy', () => {
  expect(tidyFaults(repository)).toEqual([])
})

it('a sound tree has no faults', () => {
  expect(tidyFaults(soundTree)).toEqual([])
})

describe('a planted fault is named', () => {
  it.each([
    [work, 'x\n'.repeat(401), '401 lines, 400 are the most'],
    [work, 'const now = Date.now()', '1: Date.now: the time is handed in'],
    [work, '\nconst now = new Date()', '2: new Date(): the time is handed in'],
    [work, 'const then = new Date\n', '1: new Date: the time is handed in'],
    [work, 'performance.now()', '1: performance.now: the time is handed in'],
    [format, 'new Date()', '1: new Date(): the time is handed in'],
    [work, 'Math.random()', '1: Math.random: chance is handed in'],
    [work, "import { randomUUID } from 'node:crypto'", '1: randomUUID: chance is handed in'],
    [work, 'crypto.getRandomValues(bytes)', '1: getRandomValues: chance is handed in'],
    [work, 'const text = `${Date.now()}`', '1: Date.now: the time is handed in'],
    [format, 'console.log(1)', '1: console.: the log is written by the logger'],
    [work, 'const x: any = 1', '1: : any =: "any" switches the compiler off'],
    [work, 'const x: any[] = []', '1: : any[: "any" switches the compiler off'],
    [work, 'let x: Map<string, any>', '1: , any>: "any" switches the compiler off'],
    [work, 'const x = y as any', '1: as any: "any" switches the compiler off'],
    [work, 'function f(): any {}', '1: : any {: "any" switches the compiler off'],
    ['tools/x.test.ts', 'let x: any', '1: : any: "any" switches the compiler off'],
    [work, '// @ts-ignore', '1: @ts-ignore: an error of the compiler'],
    [work, '// TODO: later', '1: TODO: what is left to do'],
    ['docs/plan.md', 'a\nFIXME\n', '2: FIXME: what is left to do'],
    [work, "const data = '/home/ann/guildhall'", '1: /home/a: the code knows no path of a machine'],
    ['README.md', 'cd /Users/ann', '1: /Users/a: the code knows no path of a machine'],
    [`${server}/platform/utils.ts`, '', '"utils" doesn\'t say what is in it'],
    [`${server}/platform/helpers/text.ts`, '', '"helpers" doesn\'t say what is in it'],
    ['packages/web/src/lib/common.ts', '', '"common" doesn\'t say what is in it'],
    [`${server}/platform/httpClient.ts`, '', '"httpClient" is not in kebab case'],
    ['tools/Tidy.mjs', '', '"Tidy" is not in kebab case'],
    [work, '// as plan.md says', 'there is no plan.md'],
    ['docs/a.md', '[b](b.md)', 'there is no docs/b.md'],
  ])('%s: %s', (path, text, fault) => {
    expect(tidyFaults(planted(path, text))).toEqual([expect.stringContaining(fault)])
    expect(tidyFaults(planted(path, text))[0]).toMatch(path)
  })

  it.each([
    ['packages/contract/src/catalog.ts', 'zod'],
    [format, 'zod'],
    [format, 'zod/v4'],
    ['packages/web/src/lib/format.test.ts', 'zod/v3'],
    ['packages/server/test/checkouts.ts', 'zod'],
  ])('%s → %s', (path, specifier) => {
    const tree = planted(path, `import { z } from '${specifier}'\n`)
    expect(tidyFaults(tree)).toEqual([`${path} → ${specifier}: import zod/mini`])
  })

  it.each(['Owns', 'Does not own', 'Invariants', 'Neighbours'])(
    'a README without %s',
    (heading) => {
      const path = `${server}/domains/orders/README.md`
      const sound = soundTree.find((file) => file.path === path)?.text ?? ''
      const text = sound.replace(`## ${heading}\n`, '')
      expect(tidyFaults(planted(path, text))).toEqual([`${path}: has no heading "${heading}"`])
    },
  )

  it('a domain without a README', () => {
    const tree = planted(`${server}/domains/files/store.ts`, '')
    expect(tidyFaults(tree)).toEqual([`${server}/domains/files: has no README.md`])
  })
})

describe('what is no fault', () => {
  it.each([
    [`${server}/platform/clock.ts`, 'Date.now()'],
    [`${server}/platform/ids.ts`, "import { randomBytes } from 'node:crypto'"],
    [`${server}/platform/crypto/tokens.ts`, 'randomBytes(16)'],
    [`${server}/platform/work.test.ts`, 'new Date()'],
    [work, 'new Date(1)'],
    [work, '// new Date() is not called here: any caller hands the time in'],
    [work, "const text = 'console.log: any'"],
    [work, 'const rows = sql`select 1 where id = any(${ids})`'],
    [work, 'const company = anyone, many'],
    ['tools/draw.ts', 'console.log(Date.now())'],
    [`${server}/db-types.gen.ts`, 'x: any\n'.repeat(500)],
    ['packages/web/src/routes/$customerId/__root.tsx', ''],
    ['packages/stories/src/billing/seller.ts', "import { z } from 'zod'"],
    [work, "import { a } from '../home/ann.ts'\nconst route = '/v1/home/ann'"],
    ['docs/a.md', '[tree](../packages/web/src/ui/button.tsx) [site](https://a.test/b.md)'],
  ])('%s: %s', (path, text) => {
    expect(tidyFaults(planted(path, text))).toEqual([])
  })
})

describe('painting over what is not code', () => {
  it('hides comments, and texts when asked to', () => {
    const text = "a('b') // c\n/* d\ne */ f(`g`)"
    expect(withoutComments(text)).toBe("a('b')     \n    \n     f(`g`)")
    expect(withoutTexts(text)).toBe('a(   )     \n    \n     f(`g`)')
  })

  it.each([
    ['a comment in a text is a text', "x('// a', b)", "x('// a', b)"],
    ['a quote in a comment opens nothing', "// it's\nx('a')", "       \nx('a')"],
    ['a quote in a pattern opens nothing', 'x(/[\'"`]/) // a', 'x(/[\'"`]/)     '],
    ['a slash in a class of a pattern ends nothing', 'x(/[/*]/) // a', 'x(/[/*]/)     '],
    ['a division is no pattern', 'a / b // c / d', 'a / b         '],
    ['an escaped quote ends nothing', "x('\\'// a')", "x('\\'// a')"],
    ['an apostrophe in a page opens nothing', "<p>don't</p> // a\nb", "<p>don't</p>     \nb"],
  ])('%s', (_what, text, expected) => {
    expect(withoutComments(text)).toBe(expected)
  })
})
