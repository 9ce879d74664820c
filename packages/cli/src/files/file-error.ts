/** Errors of the file system as text. */

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  EEXIST: "it exists already",
  ELOOP: "too many symbolic links",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENAMETOOLONG: "its name is too long",
};

/** Reason of a file system error, such as "permission denied". */
export function describeFileError(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? (FILE_ERRORS[code] ?? code) : "unknown reason";
}
