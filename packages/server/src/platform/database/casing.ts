import {
  CamelCasePlugin,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresQueryCompiler,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/** Code uses camelCase names, SQL snake_case. */
class Casing extends CamelCasePlugin {
  /**
   * Converts names in the compiler: converting the statement tree beforehand would copy every
   * statement.
   */
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  /** All rows of a result have the same names. Keys inside JSON columns are data, not identifiers. */
  override async transformResult({
    result,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows
    if (first === undefined) return result
    const names = Object.keys(first).map((name) => [name, this.camelCase(name)] as const)
    const rows = result.rows.map((row) => {
      const named: UnknownRow = {}
      for (const [name, renamed] of names) named[renamed] = row[name]
      return named
    })
    return { ...result, rows }
  }

  columnOf(name: string): string {
    return this.snakeCase(name)
  }
}

const casing = new Casing()

/** The name of a column in SQL. */
export const columnOf = (name: string): string => casing.columnOf(name)

/** Converts the names of result rows. */
export const camelCaseRows: KyselyPlugin = casing

/** Converts the names in statements. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(casing.columnOf(identifier))
  }
}
