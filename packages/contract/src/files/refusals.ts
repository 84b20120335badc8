import type { RefusalEntry } from '../refusal-entry.ts'

const unprocessable = (message: string) =>
  ({ status: 422, message, error: 'RequestValidationError' }) as const

const badPart = (message: string) => ({ status: 400, message, error: 'BadRequest' }) as const

const badLink = (message: string) => ({ status: 403, message, error: 'NotPermitted' }) as const

export const fileRefusals = {
  file_too_large: unprocessable('A file may hold at most {megabytesMax} MB here'),
  file_space_used_up: unprocessable(
    'All files of an organization together may hold {megabytesMax} MB. Delete some first.',
  ),
  file_upload_unknown: unprocessable('This is not the upload of this file'),
  file_parts_differ: unprocessable('Name each of the {count} planned parts once, in their order'),
  file_part_missing: unprocessable('No part {number} has arrived with this ETag. Send it again.'),
  file_bytes_wrong: unprocessable(
    'What arrived doesn’t have the promised size and checksum, so it was thrown away. ' +
      'Begin a new upload.',
  ),
  file_type_wrong: unprocessable(
    'What arrived is no {mimeType}, so it was thrown away. Begin a new upload.',
  ),
  file_part_length_wrong: badPart('This part holds {size} bytes: send exactly so many'),
  file_part_checksum_wrong: badPart('What arrived doesn’t have the checksum of this part'),
  file_link_invalid: badLink('The signature of this address is missing or wrong'),
  file_link_expired: badLink('This address has expired'),
} as const satisfies Record<string, RefusalEntry>
