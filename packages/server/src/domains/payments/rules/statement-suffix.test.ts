import { expect, it } from 'vitest'
import { statementSuffix } from './statement-suffix.ts'

it.each([
  ['Acme', 'Acme'],
  ['Acme Incorporated of Ohio', 'Acme Incor'],
  ['Société Générale', 'Societe Ge'],
  ['Müller & Söhne', 'Muller & S'],
  ['<Best> "Shop" *', 'Best Shop'],
  ['Guild Hall Co', 'Guild Hall'],
  ['東京', null],
  ['42', null],
  ['', null],
])('%s is %s on a statement', (name, expected) => {
  expect(statementSuffix(name)).toBe(expected)
})
