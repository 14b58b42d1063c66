/** The messages of cloud, registry and CI command lines that have no valid login. */
import { anyOf } from '../signals/any-of.ts'

export const NO_LOGIN: RegExp = anyOf([
  /\bCould not find credentials (?:entry with ID|matching)\b|\bCredentialNotFoundException\b/,
  /\bAADSTS\d{4,7}\b|\b[Pp]lease run '?az login\b/,
  /\byou do not currently have an active account selected\b/,
  /\bgcloud auth (?:application-default )?login\b|\bReauthentication (?:is )?(?:failed|required)\b/,
  /\bUnable to locate credentials\b/,
  /\b(?:NoCredentialProviders|InvalidClientTokenId|UnrecognizedClientException|ExpiredToken(?:Exception)?|SignatureDoesNotMatch|InvalidAccessKeyId)\b/,
  /\bNot authorized to perform sts:AssumeRole|\bCredentials could not be loaded\b/,
  /\b(?:incorrect|invalid) username or password\b|\bUsername and password required\b/,
  /\bLogin failed with Error: |\b(?:no|No) existing credentials found\b/,
  /\bFailed to authenticate, have you run (?:firebase|netlify|vercel|fly|heroku) login\b/,
  /\bNo access token available\b|\b[Mm]ake sure .{0,120}\blogged in\b/,
  /\b[Yy]ou must be (?:authenticated|logged in)\b/,
  /\bmake sure .{0,80}\byou are authenticated correctly\b/,
  /^(?:error: )?You must be logged in to the server\b/,
])
