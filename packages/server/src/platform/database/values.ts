import pg from 'pg'
import { assert } from '../../kernel/assert.ts'

const bigintOid = 20
const bigintArrayOid = 1016
const instantOid: number = 1184
// Types without a time zone stay text, because the driver would read them in the time zone of this
// machine. Numeric stays text because a float can't hold it.
const zonelessOids = new Set([1082, 1114])
const textualArrayOids = new Set([1115, 1182, 1231])
const textArrayOid: number = 1009

/** Parsers of column values: bigint as a checked number, numeric and dates as text. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === bigintOid) return safeInteger
    if (oid === bigintArrayOid) return safeIntegers
    if (oid === instantOid) return instant
    if (zonelessOids.has(oid)) return asText
    if (textualArrayOids.has(oid)) return pg.types.getTypeParser(textArrayOid, 'text')
    return format === 'binary'
      ? pg.types.getTypeParser(oid, format)
      : pg.types.getTypeParser(oid, 'text')
  },
}

function safeInteger(text: string): number {
  const value = Number(text)
  assert(Number.isSafeInteger(value), `${text} does not fit a safe integer`)
  return value
}

function safeIntegers(text: string): (number | null)[] {
  const parse: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid, 'text')
  return parse(text).map((item) => (item === null ? null : safeInteger(item)))
}

/**
 * Connections use UTC, so that nearly every instant looks like `2026-03-29 00:30:00.123456+00`. The
 * engine reads that far faster than the driver; the driver reads the rest, such as `infinity`.
 */
function instant(text: string): unknown {
  const isUsual = text.charAt(4) === '-' && text.charAt(10) === ' ' && text.endsWith('+00')
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseInstant(text)
}

const parseInstant: (text: string) => unknown = pg.types.getTypeParser(instantOid, 'text')

const asText = (text: string): string => text
