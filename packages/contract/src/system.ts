import * as z from 'zod/mini'
import { operation } from './operation.ts'

export const ok = operation({
  name: 'ok',
  wire: 'account',
  method: 'GET',
  path: '/api/auth/ok',
  summary: 'Check the health of the account API',
  tag: 'System',
  for: 'anyone',
  returns: z.object({ ok: z.boolean() }),
  status: 200,
  refuses: [],
})
