import { describe, expect, it } from 'vitest'
import { drawRows } from './draw-rows.ts'

const rows = [
  { name: 'Opening', from: 0, to: 100, text: '$100', isLevel: true },
  { name: 'New', from: 100, to: 160, text: '+$60', isLevel: false },
  { name: 'Churn', from: 160, to: 140, text: '-$20', isLevel: false },
  { name: 'Paused', from: 140, to: 140, text: '$0', isLevel: false },
  { name: 'Closing', from: 0, to: 140, text: '$140', isLevel: true },
]

describe('drawn rows', () => {
  const picture = drawRows(rows)(400)
  const bars = picture.marks.flatMap((mark) =>
    'd' in mark && mark.fill !== undefined ? [mark] : [],
  )

  it('have their names and values as text', () => {
    const texts = picture.marks.flatMap((mark) => ('text' in mark ? [mark.text] : []))
    expect(texts).toEqual(rows.flatMap(({ name, text }) => [name, text]))
  })

  it('have hollow bars where they fall, and none where nothing changed', () => {
    expect(bars.map(({ fill }) => fill)).toEqual(['ink-2', 'accent', 'surface', 'ink-2'])
  })

  it('are connected where one ends and the next begins, also through those without a bar', () => {
    const lines = (height: number) =>
      picture.marks.filter((mark) => 'd' in mark && mark.d.endsWith(`v${height}`))
    expect(lines(12)).toHaveLength(rows.length - 1)
    expect(lines(16)).toHaveLength(1)
  })

  it('have a place of the cursor each, found by height', () => {
    expect(picture.stops).toBe(5)
    expect(picture.indexAt({ x: 0, y: 30 })).toBe(1)
    expect(picture.indexAt({ x: 0, y: 9999 })).toBe(4)
    expect(picture.stopAt(2)).toMatchObject({ label: 'Churn', values: [{ text: '-$20' }] })
  })

  it('fit without values', () => {
    expect(drawRows([])(400)).toMatchObject({ stops: 0, height: 0 })
    const zero = [{ name: 'Created', from: 0, to: 0, text: '0', isLevel: true }]
    expect(drawRows(zero)(400).marks.some((mark) => 'd' in mark && /NaN/.test(mark.d))).toBe(false)
  })
})
