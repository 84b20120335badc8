import { expect, test } from 'vitest'
import { findJsonFault, jsonDepthMax } from './json-fault.ts'

test.each([
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', null],
  ['{"a":"x\\",\\"a\\":","b":"}{"}', null],
  ['["a","a"]', null],
  ['{}', null],
  ['"a"', null],
  ['{"a":1,"a":2}', 'a'],
  ['{"a":{"b":1,"b":2}}', 'b'],
  ['[{"x":[]},{"y":1, "z":{} ,\n"y" :2}]', 'y'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"\\\\":1,"\\u005c":2}', '\\'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
  ['{"a":{"k":1},"b":[1,{"k":2}],"a":3}', 'a'],
])('%s', (text, key) => {
  expect(findJsonFault(text)).toEqual(key === null ? null : { fault: 'duplicate', key })
})

test('nesting depth is limited', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(findJsonFault(nested(jsonDepthMax))).toBeNull()
  expect(findJsonFault(nested(jsonDepthMax + 1))?.fault).toBe('depth')
})
