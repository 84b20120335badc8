export type { FileDeletionDeps, FileDeps } from './actions/deps.ts'
export { signedDownload } from './actions/signed-download.ts'
export { storeFile } from './actions/store-file.ts'
export { fileFactsOf, presentMedia } from './present/file.ts'
export { beginsDownload } from './rules/byte-range.ts'
export {
  findAnyFiles,
  findFile,
  findFiles,
  lockFilesForShare,
} from './store/files.ts'
