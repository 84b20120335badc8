import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionMax, positionText, readPosition } from './position.ts'

const part = fc.integer({ min: 0, max: 0xffff_ffff })
const text = fc
  .tuple(part, part)
  .map((parts) => parts.map((one) => one.toString(16).toUpperCase()).join('/'))

describe('a position', () => {
  it('is read from the text of PostgreSQL and written the same', () => {
    fc.assert(
      fc.property(text, (one) => {
        const read = readPosition(one)
        expect(read === null ? null : positionText(read)).toBe(one)
      }),
    )
  })

  it('is compared as a number, not as text', () => {
    const [before, after] = [readPosition('9/FFFFFFFF'), readPosition('A/0')]
    expect(Number(after) - Number(before)).toBeGreaterThan(0)
    expect(positionText(positionMax)).toBe('FFFFFFFF/FFFFFFFF')
  })

  it.each(['', '/', '1', '1/', '/1', '1/G', '123456789/0', '0/123456789', '0/1 ', '-1/0', '0/1/2'])(
    'is not read from “%s”',
    (one) => {
      expect(readPosition(one)).toBeNull()
    },
  )
})
