import type { RefusalEntry } from '../refusal-entry.ts'

export const maintenanceRefusals = {
  job_not_found: {
    status: 404,
    message: 'Job not found: it has succeeded, or never existed',
    error: 'ResourceNotFound',
    code: 'JOB_NOT_FOUND',
  },
  job_has_changed: {
    status: 409,
    message: 'This job is running, or was retried in the meantime. List it again',
    error: 'Conflict',
    code: 'JOB_HAS_CHANGED',
  },
} as const satisfies Record<string, RefusalEntry>
