/** What an organization has that goes with it. */
export interface Belongings {
  members: number
  openInvitations: number
  teams: number
}

interface Doomed extends Belongings {
  slug: string
}

/** What deleting an organization does, a sentence each. */
export function deletionEffects({ slug, members, openInvitations, teams }: Doomed): string[] {
  return [
    members === 1 ? 'You lose access at once.' : `${membersWords(members)} lose access at once.`,
    ...(openInvitations > 0
      ? [`${counted(openInvitations, 'open invitation')} can no longer be accepted.`]
      : []),
    ...(teams > 0 ? [`${counted(teams, 'team')} ${teams === 1 ? 'is' : 'are'} deleted.`] : []),
    `Somebody else can take the slug “${slug}”.`,
    'This can’t be taken back.',
  ]
}

function membersWords(members: number): string {
  return `You and ${counted(members - 1, 'other member')}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** What is typed to confirm: the name, or the slug of a name that can't be typed as it's seen. */
export function wordToType({ name, slug }: { name: string; slug: string }): string {
  return name === name.replace(/\s+/g, ' ') ? name : slug
}
