import type pg from 'pg'

/** The verdict on one check. */
export interface Finding {
  readonly state: 'fine' | 'weak' | 'wrong'
  readonly text: string
  /** What to do about it; null if nothing, or if the text says it. */
  readonly remedy: string | null
}

export const fine = (text: string): Finding => ({ state: 'fine', text, remedy: null })
export const weak = (text: string, remedy: string | null = null): Finding => ({
  state: 'weak',
  text,
  remedy,
})
export const wrong = (text: string, remedy: string | null = null): Finding => ({
  state: 'wrong',
  text,
  remedy,
})

export const lineOf = ({ text, remedy }: Finding): string =>
  remedy === null ? text : `${text}: ${remedy}`

/** “1 job”, “2 jobs”. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

/** The database as checks read it: the doctor's own connection, or a transaction of the server. */
export interface ExaminedDatabase {
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
  ) => Promise<{ readonly rows: readonly Row[] }>
}
