export type { FileDeletionDeps, FileDeps } from './actions/deps.ts'
export { storeFile } from './actions/store-file.ts'
export { presentMedia } from './present/file.ts'
export { findFiles, lockFilesForShare } from './store/files.ts'
