import pg from 'pg'
import { inOneWrite } from './in-one-write.ts'
import { valueTypes } from './values.ts'

export interface Statement {
  /** Prepared once per connection, under a name that belongs to this text. */
  readonly name?: string | undefined
  readonly text: string
  readonly values: unknown[]
  /** What its columns are called in rows; by default what they are called in SQL. */
  readonly keyOf?: ((column: string) => string) | undefined
}

export interface Answer<Row> {
  readonly rows: Row[]
  /** As in `UPDATE 3`. */
  readonly command: string
  readonly rowCount: number
}

/** Sent with everything else that the connection is asked in the same tick. */
export async function ask<Row>(client: Client, statement: Statement): Promise<Answer<Row>> {
  inOneWrite(client)
  try {
    return await new Promise((resolve, reject) => {
      const query: DescribedQuery<Row> = new DescribedQuery(statement, (error) => {
        if (error) reject(error)
        else query.settle(resolve, reject)
      })
      client.query(query)
    })
  } catch (error) {
    // It was made on arrival, where nothing tells who had asked.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

type Client = pg.ClientBase & Pick<pg.PoolClient, 'connection'>

/** Some commands, such as CREATE TABLE, change none. */
const changedRows = /\d+$/

interface Shape {
  readonly keys: readonly string[]
  readonly parsers: readonly ((text: string) => unknown)[]
  /** With all keys, so that rows are copies of it whose values are filled in. */
  readonly empty: Readonly<Record<string, unknown>>
}

/** Shapes of the statements that a connection has prepared. */
const shapesOf = new WeakMap<pg.Connection, Map<string, Shape>>()

/** Connections as seen by queries that know what they get. */
const undescribed = new WeakMap<pg.Connection, pg.Connection>()

/**
 * PostgreSQL describes the columns of a result as often as it is asked to, which costs both sides
 * more than a short row does, and the driver asks each time. The columns of a prepared statement
 * never change: PostgreSQL refuses to run it instead. So each connection is asked once.
 */
class DescribedQuery<Row> extends pg.Query {
  readonly name: string | undefined
  readonly #keyOf: Statement['keyOf']
  readonly #rows: Row[] = []
  #connection: pg.Connection | null = null
  #shape: Shape | undefined
  #isKnown = false
  #completed = ''
  #failure: Error | null = null

  constructor(
    { name, text, values, keyOf }: Statement,
    callback: (error: Error | undefined) => void,
  ) {
    super(text, values, callback)
    this.name = name
    this.#keyOf = keyOf
  }

  override submit = (connection: pg.Connection): unknown => {
    this.#connection = connection
    if (this.name !== undefined) this.#shape = shapesOf.get(connection)?.get(this.name)
    this.#isKnown = this.#shape !== undefined
    const through = this.#isKnown ? withoutDescriptions(connection) : connection
    return pg.Query.prototype.submit.call(this, through)
  }

  /** The driver calls this and what follows as PostgreSQL answers. */
  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#shape = shapeOf(fields, this.#keyOf)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#failure !== null || this.#shape === undefined) return
    try {
      this.#rows.push(rowOf(this.#shape, fields))
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#completed = text
    if (this.#isKnown || this.name === undefined || this.#connection === null) return
    const shapes = shapesOf.get(this.#connection) ?? new Map<string, Shape>()
    shapesOf.set(this.#connection, shapes)
    shapes.set(this.name, this.#shape ?? shapeless)
  }

  settle(resolve: (answer: Answer<Row>) => void, reject: (error: Error) => void): void {
    if (this.#failure !== null) return reject(this.#failure)
    const [command = ''] = this.#completed.split(' ', 1)
    const rowCount = Number(changedRows.exec(this.#completed)?.[0] ?? 0)
    resolve({ rows: this.#rows, command, rowCount })
  }
}

function withoutDescriptions(connection: pg.Connection): pg.Connection {
  const known = undescribed.get(connection)
  if (known !== undefined) return known
  const made: pg.Connection = Object.create(connection, { describe: { value: () => undefined } })
  undescribed.set(connection, made)
  return made
}

function shapeOf(fields: readonly pg.FieldDef[], keyOf: Statement['keyOf']): Shape {
  const keys = fields.map(({ name }) => keyOf?.(name) ?? name)
  return {
    keys,
    parsers: fields.map(({ dataTypeID }) => valueTypes.getTypeParser(dataTypeID, 'text')),
    empty: Object.fromEntries(keys.map((key) => [key, null])),
  }
}

const shapeless = shapeOf([], undefined)

function rowOf<Row>({ keys, parsers, empty }: Shape, values: readonly (string | null)[]): Row {
  const row: Record<string, unknown> = { ...empty }
  for (let at = 0; at < keys.length; at += 1) {
    const text = values[at] ?? null
    // Of two columns of one name the last counts, also where it is null.
    row[keys[at] ?? ''] = text === null ? null : parsers[at]?.(text)
  }
  // A statement says what its rows are.
  return row as Row
}
