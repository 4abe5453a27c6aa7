//! What a file has beside its text: an owner, permissions, extended attributes.

use std::fs::{File, Metadata, Permissions};
use std::io;

/// Gives `new` what `existing` has. Whether it has the owner, too: only the
/// superuser may give files away.
pub(super) fn copy(existing: &File, new: &File) -> io::Result<bool> {
    let metadata = existing.metadata()?;
    let owned = give_away(&metadata, new);
    // After the owner: a change of the owner takes some of them away.
    new.set_permissions(permissions(&metadata, owned))?;
    // After the permissions: access control lists say more than these.
    #[cfg(unix)]
    copy_extended(existing, new)?;
    Ok(owned)
}

#[cfg(unix)]
fn permissions(metadata: &Metadata, owned: bool) -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    let mode = metadata.permissions().mode();
    // "Run as the owner" would mean another owner now.
    Permissions::from_mode(if owned { mode } else { mode & 0o1777 })
}

#[cfg(not(unix))]
fn permissions(metadata: &Metadata, _: bool) -> Permissions {
    metadata.permissions()
}

/// Gives `new` the owner and the group of another file, as far as that is allowed.
#[cfg(unix)]
fn give_away(metadata: &Metadata, new: &File) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (user, group) = (metadata.uid(), metadata.gid());
    if new.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (user, group)) {
        return true;
    }
    // A group that one is in can be given alone.
    fchown(new, Some(user), Some(group)).is_ok() || {
        let _ = fchown(new, None, Some(group));
        false
    }
}

#[cfg(not(unix))]
fn give_away(_: &Metadata, _: &File) -> bool {
    true
}

/// Attributes that vouch for the old bytes, or are granted by the system.
#[cfg(unix)]
const NOT_OURS: [&str; 4] = ["security.capability", "security.evm", "security.ima", "trusted."];

/// Copies extended attributes. It is an error if one cannot be kept that belongs
/// to the user; those of the system are kept where the system allows it.
#[cfg(unix)]
fn copy_extended(existing: &File, new: &File) -> io::Result<()> {
    use xattr::FileExt;
    let names = match existing.list_xattr() {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
        names => names?,
    };
    for name in names {
        let shown = name.to_string_lossy();
        if NOT_OURS.iter().any(|prefix| shown.starts_with(prefix)) {
            continue;
        }
        // It may have been removed meanwhile.
        let Some(value) = existing.get_xattr(&name)? else { continue };
        match new.set_xattr(&name, &value) {
            Err(error) if shown.starts_with("user.") || shown.starts_with("system.posix_acl") => {
                let shown = crate::escape::shown(&shown);
                let what =
                    format!("its attribute {shown} cannot be kept: {}", crate::say::what(&error));
                return Err(io::Error::new(error.kind(), what));
            }
            _ => {}
        }
    }
    Ok(())
}
