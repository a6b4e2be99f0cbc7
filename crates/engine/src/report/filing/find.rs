//! Finds the folders of a campaign's bugs. The database may say anything, since it may come from anyone.

use crate::files::{ForeignFolder, Refused, plain};
use crate::store::{Store, StoreError, folder_of};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The places where a campaign keeps the folders of its bugs.
#[derive(Clone, Debug)]
pub struct Folders {
    campaign: PathBuf,
    /// Its own folder `bugs`.
    own: ForeignFolder,
    /// The folder of `--bugs`, if this user's gainsay wrote it down.
    elsewhere: Option<ForeignFolder>,
}

/// The folder of a bug, if there is one that may be read; otherwise, unless it is just missing, why not.
#[derive(Clone, Default, Debug)]
pub struct FoundFolder {
    pub folder: Option<ForeignFolder>,
    pub refused: Option<String>,
}

const BUGS: &str = "bugs";

impl Folders {
    pub fn of(store: &mut Store, campaign: &Path) -> Result<Folders, StoreError> {
        let setup = store.setup()?;
        let elsewhere = setup.trusted_bugs().map(|bugs| ForeignFolder::new(Path::new(bugs)));
        let own = ForeignFolder::new(&folder_of(campaign)).below(BUGS);
        Ok(Folders { campaign: campaign.to_owned(), own, elsewhere })
    }

    /// The folder that a database names; only the last part of the path counts. Fetches it if the campaign is
    /// on a server.
    pub fn find(&self, store: &mut Store, path: &str) -> Result<FoundFolder, StoreError> {
        let name = Path::new(path).file_name().and_then(|name| name.to_str());
        let Some(name) = name.and_then(plain) else { return Ok(self.refuse(path, &Refused::Name)) };
        if store.is_shared() {
            let fetched = store.fetch_folder(name, &self.own.path())?;
            return Ok(FoundFolder { folder: fetched.map(|_| self.own.below(name)), refused: None });
        }
        let own = self.own.below(name);
        Ok(match own.check() {
            Ok(()) => FoundFolder { folder: Some(own), refused: None },
            Err(Refused::Missing) => self.find_elsewhere(path, name),
            // To leave it out because of a temporary failure would make the result look complete.
            Err(Refused::Failed(source)) if source.kind() != ErrorKind::PermissionDenied => {
                return Err(StoreError::Folder { path: own.path(), source });
            }
            Err(why) => self.refuse(path, &why),
        })
    }

    fn find_elsewhere(&self, path: &str, name: &str) -> FoundFolder {
        let elsewhere = self.elsewhere.as_ref().map(|folder| folder.below(name));
        match elsewhere.filter(|folder| folder.check().is_ok()) {
            Some(folder) => FoundFolder { folder: Some(folder), refused: None },
            // A folder that was removed is no reason to complain.
            None if !Path::new(path).exists() => FoundFolder::default(),
            None => {
                let why = "a campaign's own are in its folder `bugs`; copy it there if it is one";
                FoundFolder { folder: None, refused: Some(self.told(path, why)) }
            }
        }
    }

    fn refuse(&self, path: &str, why: &Refused) -> FoundFolder {
        FoundFolder { folder: None, refused: Some(self.told(path, &why.to_string())) }
    }

    fn told(&self, path: &str, why: &str) -> String {
        format!("{}: the folder `{path}` of a bug is not read: {why}", self.campaign.display())
    }
}
