import type { BodyOf } from '@guildhall/contract/endpoint'
import type { updateFile } from '@guildhall/contract/files/files'

interface Known {
  readonly name: string
  readonly versionName: string | null
}

/** What of a wish makes a difference. Absent keeps; null clears the version, and says nothing of the name. */
export const decideFileChange = (
  file: Known,
  { name, version }: BodyOf<typeof updateFile>,
): Partial<Known> => ({
  ...(name != null && name !== file.name && { name }),
  ...(version !== undefined && version !== file.versionName && { versionName: version }),
})
