import type { benefitTypes } from '@guildhall/contract/benefits/shapes'
import type { LucideIcon } from 'lucide-react'
import FileDown from 'lucide-react/icons/file-down'
import FolderGit2 from 'lucide-react/icons/folder-git-2'
import Gauge from 'lucide-react/icons/gauge'
import KeyRound from 'lucide-react/icons/key-round'
import MessagesSquare from 'lucide-react/icons/messages-square'
import NotebookPen from 'lucide-react/icons/notebook-pen'

export type BenefitType = (typeof benefitTypes)[number]

interface TypeDetails {
  name: string
  icon: LucideIcon
  /** The types of benefits as the dashboard describes them. */
  hint: string
}

export const benefitTypeDetails: Readonly<Record<BenefitType, TypeDetails>> = {
  custom: {
    name: 'Custom',
    icon: NotebookPen,
    hint: 'A note to customers, or anything you fulfill yourself',
  },
  discord: { name: 'Discord role', icon: MessagesSquare, hint: 'A role in your Discord server' },
  github_repository: {
    name: 'GitHub repository',
    icon: FolderGit2,
    hint: 'Access to a private repository',
  },
  downloadables: { name: 'File downloads', icon: FileDown, hint: 'Files of any kind' },
  license_keys: { name: 'License keys', icon: KeyRound, hint: 'A unique key for each customer' },
  meter_credit: { name: 'Meter credits', icon: Gauge, hint: 'Units customers get for free' },
}
