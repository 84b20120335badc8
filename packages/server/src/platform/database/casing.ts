import {
  CamelCasePlugin,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
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

  /** Keys inside JSON columns are data, not identifiers. */
  protected override mapRow(row: UnknownRow): UnknownRow {
    const named: UnknownRow = {}
    for (const name of Object.keys(row)) named[this.camelCase(name)] = row[name]
    return named
  }

  columnOf(name: string): string {
    return this.snakeCase(name)
  }
}

const casing = new Casing()

/** Converts the names of result rows. */
export const camelCaseRows: KyselyPlugin = casing

/** Converts the names in statements. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(casing.columnOf(identifier))
  }
}
