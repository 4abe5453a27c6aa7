//! What a file has beside its text: an owner, permissions, extended attributes.

#[cfg(unix)]
use std::fs::Permissions;
use std::fs::{File, Metadata};
use std::io;

/// What `new` does not have of an existing file, and its mode, for [`finish`].
#[derive(Debug, Default)]
pub(super) struct Kept {
    owner: bool,
    group: bool,
    mode: u32,
}

/// Gives `new` what `existing` has, but for what writing takes away.
pub(super) fn copy(existing: &File, new: &File) -> io::Result<Kept> {
    let metadata = existing.metadata()?;
    let kept = give_away(&metadata, new);
    // After the owner: a change of the owner takes some of them away.
    new.set_permissions(metadata.permissions())?;
    // After the permissions: access control lists say more than these.
    #[cfg(unix)]
    copy_extended(existing, new)?;
    Ok(kept)
}

/// The bits that make a program run as another, and their names.
const SPECIAL: [(u32, &str); 3] = [(0o4000, "setuid"), (0o2000, "setgid"), (0o1000, "sticky")];

/// Gives `new`, which is written, the bits that the system takes from what is written to.
/// Says what it lacks of the file it takes after: only the superuser may give files away.
pub(super) fn finish(new: &File, kept: &Kept) -> io::Result<Option<String>> {
    #[cfg(unix)]
    let lost = {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        if kept.mode & 0o7000 != 0 {
            // "Run as the owner" would mean another owner now.
            let mode = if kept.owner && kept.group { kept.mode } else { kept.mode & 0o1777 };
            // Who may not give it all of them gives it the others.
            new.set_permissions(Permissions::from_mode(mode))
                .or_else(|_| new.set_permissions(Permissions::from_mode(mode & 0o777)))?;
        }
        kept.mode & !new.metadata()?.mode()
    };
    #[cfg(not(unix))]
    let (lost, _) = (kept.mode, new);
    let mut said = match (kept.owner, kept.group) {
        (false, _) => "it belongs to you now: its owner could not be kept".to_owned(),
        (true, false) => "its group could not be kept".to_owned(),
        (true, true) => String::new(),
    };
    for (_, name) in SPECIAL.iter().filter(|(bit, _)| lost & bit != 0) {
        said += &match said.is_empty() {
            true => format!("its {name} bit could not be kept"),
            false => format!(", nor its {name} bit"),
        };
    }
    Ok(Some(said).filter(|said| !said.is_empty()))
}

/// Gives `new` the owner and the group of another file, as far as that is allowed.
#[cfg(unix)]
fn give_away(metadata: &Metadata, new: &File) -> Kept {
    use std::os::unix::fs::{MetadataExt, fchown};
    let (user, group) = (metadata.uid(), metadata.gid());
    let has =
        || new.metadata().map_or((false, false), |new| (new.uid() == user, new.gid() == group));
    // A group that one is in can be given alone.
    if has() != (true, true) && fchown(new, Some(user), Some(group)).is_err() {
        let _ = fchown(new, None, Some(group));
    }
    let (owner, group) = has();
    Kept { owner, group, mode: metadata.mode() & 0o7777 }
}

#[cfg(not(unix))]
fn give_away(_: &Metadata, _: &File) -> Kept {
    Kept { owner: true, group: true, mode: 0 }
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
                let shown = crate::print::escape::shown(&shown);
                let what = format!(
                    "its attribute {shown} cannot be kept: {}",
                    crate::print::say::what(&error)
                );
                return Err(io::Error::new(error.kind(), what));
            }
            _ => {}
        }
    }
    Ok(())
}
