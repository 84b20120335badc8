import { CamelCasePlugin, PostgresQueryCompiler } from 'kysely'

/** Code uses camelCase names, SQL snake_case. Keys inside JSON columns are data, not identifiers. */
class Casing extends CamelCasePlugin {
  columnOf(name: string): string {
    return this.snakeCase(name)
  }

  keyOf(column: string): string {
    return this.camelCase(column)
  }
}

const casing = new Casing()

/** The name of a column in SQL. */
export const columnOf = (name: string): string => casing.columnOf(name)

/** The name of a column in rows. */
export const camelCase = (column: string): string => casing.keyOf(column)

/** Converts the names in statements. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(casing.columnOf(identifier))
  }
}
