/**
 * The assembled count-newlines.wat. The build replaces this module with one that contains it. Without a build it is
 * null, and line feeds are counted byte by byte.
 */
export const newlineCounter: Uint8Array<ArrayBuffer> | null = null
