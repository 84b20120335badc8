import { runOn } from './sql.ts'

/** Empties all tables of organizations, the append-only ones included, whose rows can’t be deleted. */
export const truncateOrganizations = (ownerUrl: string): Promise<unknown> =>
  runOn(
    ownerUrl,
    `do $$
     declare
       guarded regclass[] := array(
         select tgrelid::regclass from pg_trigger where tgname = 'append_only_truncate');
       one regclass;
     begin
       foreach one in array guarded loop
         execute format('alter table %s disable trigger append_only_truncate', one);
       end loop;
       truncate journal_entry, entry_line, balance_transaction, organization cascade;
       foreach one in array guarded loop
         execute format('alter table %s enable trigger append_only_truncate', one);
       end loop;
     end $$`,
  )
