import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../packages/server/test/database.ts'
import { runOn } from '../packages/server/test/sql.ts'
import { generatedFile, renderTypes } from './db-types.ts'

const db = testDatabase()

test('the generated row types match the migrated database', async () => {
  // If this fails, run `npx tsx tools/db-types.ts`.
  expect(await readFile(generatedFile, 'utf8')).toBe(await renderTypes(db.ownerUrl))
})

test('ids and tagged domains become brands, enums become unions, comments become docs', async () => {
  await runOn(
    db.ownerUrl,
    `create type toy_state as enum ('new', 'worn_out');
     create domain toy_word as text check (length(value) > 0);
     create domain toy_record as jsonb check (jsonb_typeof(value) = 'object');
     create table toy_shelf (
       organization_id uuid not null,
       id uuid not null,
       primary key (organization_id, id)
     );
     comment on column toy_shelf.organization_id is '@id organization';
     create table toy (
       organization_id uuid not null,
       id uuid not null default gen_random_uuid(),
       toy_shelf_id uuid,
       neighbour uuid,
       maker uuid not null,
       token uuid,
       serial bigint generated always as identity,
       price minor_units not null,
       price_before minor_units,
       currency currency not null default 'eur',
       weight numeric(8, 3) not null,
       state toy_state not null,
       labels text[] not null,
       siblings uuid[],
       made_at timestamptz not null,
       made_on date not null,
       details jsonb not null default '{}',
       notes jsonb,
       motto toy_word,
       extras toy_record not null,
       primary key (organization_id, id),
       foreign key (organization_id, neighbour) references toy_shelf
     );
     comment on column toy.maker is 'Who made it. @id user';
     create view cheap_toy as select id, price from toy`,
  )
  const types = await renderTypes(db.ownerUrl)
  const tableOf = (name: string) =>
    new RegExp(`export interface ${name} \\{\n(.*?)\n\\}`, 's').exec(types)?.[1]?.split('\n')
  expect(tableOf('ToyShelfTable')).toEqual([
    "  organizationId: Id<'organization'>",
    "  id: Id<'toyShelf'>",
  ])
  expect(tableOf('ToyTable')).toEqual([
    "  organizationId: Id<'organization'>",
    "  id: Generated<Id<'toy'>>",
    "  toyShelfId: Id<'toyShelf'> | null",
    "  neighbour: Id<'toyShelf'> | null",
    '  /** Who made it. */',
    "  maker: Id<'user'>",
    '  token: string | null',
    '  serial: GeneratedAlways<number>',
    '  /** Whole minor units of a currency. */',
    '  price: MinorUnits',
    '  /** Whole minor units of a currency. */',
    '  priceBefore: MinorUnits | null',
    '  /** ISO 4217 in lower case. */',
    '  currency: Generated<Currency>',
    '  weight: string',
    "  state: 'new' | 'worn_out'",
    '  labels: readonly string[]',
    '  siblings: readonly string[] | null',
    '  madeAt: Date',
    '  madeOn: string',
    '  details: ColumnType<JsonValue, JsonText | undefined, JsonText>',
    '  notes: ColumnType<JsonValue | null, JsonText | null | undefined, JsonText | null>',
    '  motto: string | null',
    '  extras: ColumnType<JsonValue, JsonText, JsonText>',
  ])
  expect(tableOf('CheapToyTable')).toContain('  price: MinorUnits | null')
  expect(types).toContain(
    "import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'",
  )
})

test.each(['point', 'minor_units[]', 'toy_state[]'])(
  'a type without a TypeScript counterpart is refused by name: %s',
  async (type) => {
    await runOn(db.ownerUrl, `drop table if exists odd; create table odd (place ${type})`)
    await expect(renderTypes(db.ownerUrl)).rejects.toThrow(`odd.place has type ${type}`)
  },
)
