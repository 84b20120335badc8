import {
  CamelCasePlugin,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/** Names are in camel case here and in snake case there. */
class Casing extends CamelCasePlugin {
  /** The compiler writes the columns’ names: to change them before would copy every statement. */
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  /** Keys inside JSON columns belong to whoever wrote them. */
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

/** For the rows that are answered. */
export const camelCaseRows: KyselyPlugin = casing

/** For the statements that are asked. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(casing.columnOf(identifier))
  }
}
