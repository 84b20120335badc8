import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { planted, soundTree } from './planted-faults.ts'
import { readSourceFiles } from './source-files.ts'
import { withoutComments, withoutStrings } from './source-text.ts'
import { tidyFaults } from './tidy.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const server = 'packages/server/src'
const format = 'packages/web/src/lib/format.ts'
const work = `${server}/platform/unit-of-work.ts`

// Without this file, which contains faults on purpose.
const repository = readSourceFiles(root).filter(({ path }) => path !== 'tools/tidy.test.ts')

it('the repository is tidy', () => {
  expect(tidyFaults(repository)).toEqual([])
})

it('a tree without faults', () => {
  expect(tidyFaults(soundTree)).toEqual([])
})

describe('a planted fault is reported', () => {
  it.each([
    [work, 'x\n'.repeat(401), '401 lines, the maximum is 400'],
    [work, 'const now = Date.now()', '1: Date.now: pass the time as a parameter'],
    [work, '\nconst now = new Date()', '2: new Date(): pass the time as a parameter'],
    [work, 'const then = new Date\n', '1: new Date: pass the time as a parameter'],
    [work, 'performance.now()', '1: performance.now: pass the time as a parameter'],
    [format, 'new Date()', '1: new Date(): pass the time as a parameter'],
    [work, 'Math.random()', '1: Math.random: pass randomness as a parameter'],
    [
      work,
      "import { randomUUID } from 'node:crypto'",
      '1: randomUUID: pass randomness as a parameter',
    ],
    [work, 'crypto.getRandomValues(bytes)', '1: getRandomValues: pass randomness as a parameter'],
    [work, 'const text = `${Date.now()}`', '1: Date.now: pass the time as a parameter'],
    [format, 'console.log(1)', '1: console.: use the logger'],
    [work, 'const x: any = 1', '1: : any =: "any" turns off type checking'],
    [work, 'const x: any[] = []', '1: : any[: "any" turns off type checking'],
    [work, 'let x: Map<string, any>', '1: , any>: "any" turns off type checking'],
    [work, 'const x = y as any', '1: as any: "any" turns off type checking'],
    [work, 'function f(): any {}', '1: : any {: "any" turns off type checking'],
    ['tools/x.test.ts', 'let x: any', '1: : any: "any" turns off type checking'],
    [work, '// @ts-ignore', '1: @ts-ignore: fix the error'],
    [work, 'const wish = 1', '1: "wish" is called input or request now'],
    ['e2e/x.test.ts', '\nisKnockedOn()\nknock()', '3: "knock" is called probe now'],
    [work, 'type ChangeWish = string', '1: "ChangeWish" is called input or request now'],
    [work, 'const row = { told_at: 1 }', '1: "told_at" is called notified, sent or input now'],
    [work, 'letRest()', '1: "letRest" is called suspend now'],
    ['bench/news.ts', '', ': "news" is called event or notice now'],
    [work, '// Whoever asks first', '1: "whoever": write the caller, anyone who instead'],
    [work, '// Kept elsewhere', '1: "elsewhere": write where exactly instead'],
    ['docs/plan.md', 'Beside it', '1: "beside": write next to, in addition to instead'],
    ['docs/plan.md', 'Use it in earnest', '1: "in earnest": write in production instead'],
    [work, '// TODO: later', '1: TODO: do it now'],
    ['docs/plan.md', 'a\nFIXME\n', '2: FIXME: do it now'],
    [work, "const data = '/home/ann/guildhall'", '1: /home/a: no paths of a particular machine'],
    ['README.md', 'cd /Users/ann', '1: /Users/a: no paths of a particular machine'],
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

describe('not a fault', () => {
  it.each([
    [`${server}/platform/clock.ts`, 'Date.now()'],
    ['packages/adapters/src/handlers.ts', 'Date.now()'],
    [`${server}/platform/ids.ts`, "import { randomBytes } from 'node:crypto'"],
    [`${server}/platform/crypto/tokens.ts`, 'randomBytes(16)'],
    [`${server}/platform/work.test.ts`, 'new Date()'],
    [work, 'new Date(1)'],
    [work, '// new Date() is not called here: callers pass the time'],
    [work, "const text = 'console.log: any'"],
    [work, 'const rows = sql`select 1 where id = any(${ids})`'],
    [work, 'const company = anyone, many'],
    [work, "// a wish\nconst text = `news ${x}` + 'wish'"],
    ['tools/report.ts', 'console.log(Date.now())'],
    [`${server}/db-types.gen.ts`, 'x: any\n'.repeat(500)],
    ['packages/web/src/routes/$customerId/__root.tsx', ''],
    ['packages/stories/src/billing/seller.ts', "import { z } from 'zod'"],
    [work, "import { a } from '../home/ann.ts'\nconst route = '/v1/home/ann'"],
    ['docs/a.md', '[tree](../packages/web/src/ui/button.tsx) [site](https://a.test/b.md)'],
  ])('%s: %s', (path, text) => {
    expect(tidyFaults(planted(path, text))).toEqual([])
  })
})

describe('blanking out', () => {
  it('removes comments, and strings if requested', () => {
    const text = "a('b') // c\n/* d\ne */ f(`g`)"
    expect(withoutComments(text)).toBe("a('b')     \n    \n     f(`g`)")
    expect(withoutStrings(text)).toBe('a(   )     \n    \n     f(`g`)')
  })

  it.each([
    ['a comment in a string is part of the string', "x('// a', b)", "x('// a', b)"],
    ['a quote in a comment opens no string', "// it's\nx('a')", "       \nx('a')"],
    ['a quote in a regular expression opens no string', 'x(/[\'"`]/) // a', 'x(/[\'"`]/)     '],
    [
      'a slash in a character class does not end the regular expression',
      'x(/[/*]/) // a',
      'x(/[/*]/)     ',
    ],
    ['a division is not a regular expression', 'a / b // c / d', 'a / b         '],
    ['an escaped quote does not end the string', "x('\\'// a')", "x('\\'// a')"],
    ['an apostrophe in JSX opens no string', "<p>don't</p> // a\nb", "<p>don't</p>     \nb"],
  ])('%s', (_what, text, expected) => {
    expect(withoutComments(text)).toBe(expected)
  })
})
