import { type JobDefinition, schedule } from '../../../platform/jobs.ts'
import type { OrganizationDeps } from '../actions/deps.ts'
import { sweepLogins } from '../store/command-line-logins.ts'

export const sweepCommandLineLogins: JobDefinition<OrganizationDeps> = schedule({
  name: 'organizations.sweep_command_line_logins',
  cron: '17 * * * *',
  run: ({ uowFactory, clock }) => sweepLogins(uowFactory.database.kysely, clock.now()),
})
