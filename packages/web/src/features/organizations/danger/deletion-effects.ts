/** What is deleted with an organization. */
export interface OrganizationContents {
  members: number
  openInvitations: number
  teams: number
}

interface DeletedOrganization extends OrganizationContents {
  slug: string
}

/** The effects of deleting an organization as sentences. */
export function deletionEffects({
  slug,
  members,
  openInvitations,
  teams,
}: DeletedOrganization): string[] {
  return [
    members === 1
      ? 'You lose access immediately.'
      : `${membersText(members)} lose access immediately.`,
    ...(openInvitations > 0
      ? [`${counted(openInvitations, 'open invitation')} can no longer be accepted.`]
      : []),
    ...(teams > 0 ? [`${counted(teams, 'team')} ${teams === 1 ? 'is' : 'are'} deleted.`] : []),
    `The slug “${slug}” becomes available to others.`,
    'This can’t be undone.',
  ]
}

function membersText(members: number): string {
  return `You and ${counted(members - 1, 'other member')}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * The text that confirms the deletion: the name, or the slug if the name can’t be typed as
 * displayed.
 */
export function wordToType({ name, slug }: { name: string; slug: string }): string {
  return name === name.replace(/\s+/g, ' ') ? name : slug
}
