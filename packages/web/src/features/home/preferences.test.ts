import { describe, expect, test } from 'vitest'
import { defaults, parse } from './preferences.ts'

describe('what was chosen', () => {
  test.each([null, '', 'nonsense', '[]', '7', '{"range":"8"}', '{"figures":["gone"]}'])(
    'is nothing in %j',
    (text) => {
      expect(parse(text)).toEqual(defaults)
    },
  )

  test('is kept together with what wasn’t chosen', () => {
    const text = JSON.stringify({ figures: ['orders'], currency: 'eur', isSetupHidden: true })
    expect(parse(text)).toEqual({
      figures: ['orders'],
      range: defaults.range,
      currency: 'eur',
      isSetupHidden: true,
    })
  })
})
